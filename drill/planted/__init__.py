"""Bugs of the engine, planted one at a time: the drill must catch every one.

What the drill holds a ruling against comes from `drill.oracles`, which have nothing of the engine, so that a bug in the
engine is none in the truth. Here that is put to the test.
"""

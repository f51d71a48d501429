"""Samples of feeds: how a format is recognised, and how a first mapping is made from what a sample shows."""

"""Decisions of people with authority: who may take them, in which state, and what stands after each."""

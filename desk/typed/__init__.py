"""Typing a round beside its footage: drafts, keys, and what the draft would be ruled."""

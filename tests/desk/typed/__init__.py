"""Typing a round beside its footage."""

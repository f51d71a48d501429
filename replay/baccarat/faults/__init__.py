"""Faults that a drill injects into lawful coups."""

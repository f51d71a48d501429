"""Rounds ruled on again under another edition, and what that changes beside the rulings on record."""

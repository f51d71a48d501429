"""The physical shoe as evidence: its preparation, its cut, the order of its cards."""

"""A championship: its scores, acts and refusals."""

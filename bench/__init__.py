"""Measurements: every figure is a ratio to something measured beside it in the same run."""

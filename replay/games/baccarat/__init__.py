"""Baccarat: the tableau as a procedure, the settlement of its wagers, its checks and its odds."""

"""Is the ledger what it was: every row, every hash, every checkpoint."""

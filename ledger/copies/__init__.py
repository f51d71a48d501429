"""Copies of a ledger: backups and what is restored from them, and the move into another database."""

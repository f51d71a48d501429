"""What follows the ledger and keeps the read models up with it."""

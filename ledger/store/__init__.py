"""Where the record is kept: recorders for SQLite and PostgreSQL, and the opening of a ledger by its URL."""

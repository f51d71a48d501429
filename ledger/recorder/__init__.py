"""How entries lie in a database: SQLite or PostgreSQL."""

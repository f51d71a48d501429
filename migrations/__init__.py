"""The ledger's tables, guards and views, by Alembic only. `recoup migrate` runs them."""

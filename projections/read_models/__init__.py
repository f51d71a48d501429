"""The read models: their tables, the rows of a table's day, and what is asked of them."""

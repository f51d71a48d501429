"""What is due next at a table, and what a departure from it comes to."""

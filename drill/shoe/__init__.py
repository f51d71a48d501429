"""Drilled shifts of a table: its shoes prepared, cut and carried, and what goes wrong with them."""

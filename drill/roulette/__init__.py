"""Drilled spins: dealt, a fault put in, recorded, and what is right in them."""

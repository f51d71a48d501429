"""Drilled coups: dealt, a fault put in, recorded, and what is right in them."""

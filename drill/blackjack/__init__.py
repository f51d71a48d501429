"""Drilled rounds of blackjack: dealt, a fault put in, recorded, and what is right in them."""

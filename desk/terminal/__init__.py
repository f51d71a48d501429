"""How rulings, rounds, cases and lists look in a terminal."""

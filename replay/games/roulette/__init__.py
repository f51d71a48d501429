"""Roulette: the spin, the wagers on the layout, and what a house says of both."""

"""Editions of the houses' rulebooks, as TOML."""

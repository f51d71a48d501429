"""The words in which the product speaks, by language."""

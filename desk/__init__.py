"""How people reach the product: the command line."""

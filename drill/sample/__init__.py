"""The days that are bundled with the product, generated from a seed."""

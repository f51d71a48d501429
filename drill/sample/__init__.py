"""The days that are bundled with the product, and what people do about them."""

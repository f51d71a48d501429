"""A table's gaming day put together from its entries: their order, its rounds, its shoes."""

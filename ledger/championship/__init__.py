"""A championship as people with authority run it: what stands after each act, and which acts are refused."""

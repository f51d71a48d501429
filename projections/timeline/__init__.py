"""A round step by step: what was recorded, what could be seen by then, in which phase."""

"""Who may do what, and what is said to whom who may not."""

"""What a round comes to under every reading, and what is ruled on it."""

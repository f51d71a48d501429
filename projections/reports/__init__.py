"""Reports on rounds: one typed source, told as PDF, as one HTML file and as JSON; and the letter to a player."""

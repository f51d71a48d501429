"""Casino War: the player's card against the dealer's, and a war where they are alike."""

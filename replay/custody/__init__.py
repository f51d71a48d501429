"""The custody of the shoe: what was done with it from the shuffle to the count, in every card game alike."""

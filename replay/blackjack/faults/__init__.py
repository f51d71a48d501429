"""The faults of the blackjack drill: each changes a script, and says whether it could."""

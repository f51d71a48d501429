"""What a championship's record means: who goes on, how a draw is decided, what was not as the rules have it."""

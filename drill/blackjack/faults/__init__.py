"""What goes wrong at a table of blackjack."""

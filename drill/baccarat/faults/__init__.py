"""What goes wrong at a table of baccarat."""

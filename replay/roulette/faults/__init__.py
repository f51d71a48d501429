"""What can go wrong at a wheel, put into lawful rounds for the drill."""

"""What the program rules and finds, on record: each ruling an event, and what stands of them."""

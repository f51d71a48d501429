"""Acts of people at the desk: their forms and commands, derived from the events that record them."""

"""Disputes from the first word to the signed answer: who may do what, in which state, and what is due when."""

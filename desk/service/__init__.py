"""The desk as a program that answers: who may ask it, and how it is started."""

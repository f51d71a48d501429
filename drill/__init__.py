"""The drill: is the engine right?"""

"""Footage as evidence."""

"""The changes that CONTRIBUTING.md describes, carried out."""

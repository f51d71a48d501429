"""Changes that CONTRIBUTING.md describes, as files that are laid into a copy of the product, and the proof that they do."""

"""An export package: its form on disk, its proofs, and how it is verified. See docs/export.md."""

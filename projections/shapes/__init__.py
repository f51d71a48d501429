"""A package's tables in the shapes that authorities publish for such records. See docs/shapes.md."""

"""What leaves the house: a package of a period, a table, a shoe or a case. See docs/export.md."""

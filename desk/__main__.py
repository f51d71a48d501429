"""`python -m desk` is `recoup`."""

from desk.cli import main

main()

"""`python -m desk` is `recoup`."""

from desk.cli.main import main

main()

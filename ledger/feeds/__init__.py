"""How records of the floor reach the ledger: CloudEvents, CSV with a mapping, and the notation for people."""

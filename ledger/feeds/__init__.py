"""How records of the floor reach the ledger: for programs, for people, and from the devices and suppliers there are."""

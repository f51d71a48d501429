"""What authorities require of a house's records and disputes, and whether this ledger shows it. See docs/compliance.md."""

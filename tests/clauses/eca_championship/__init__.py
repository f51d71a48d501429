"""The championship's own clauses, each kept and broken."""

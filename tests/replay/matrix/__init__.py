"""What a ruling reads, field by field."""

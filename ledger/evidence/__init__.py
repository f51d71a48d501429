"""What makes the record provable."""

"""What people ask of the record: read models that can be thrown away and rebuilt."""

"""What --json and the API print."""

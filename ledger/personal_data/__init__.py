"""What is known of persons beside their ids: kept under keys of its own, looked at, forgotten."""

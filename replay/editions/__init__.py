"""The editions that are shipped, one TOML file a house."""

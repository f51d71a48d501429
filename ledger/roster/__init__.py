"""People and their keys: how an act is signed, and how a signature is checked."""

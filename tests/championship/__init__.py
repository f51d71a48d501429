"""Championships in lines that an official can read: `DIR: schedule 1 C01-C16 8`."""

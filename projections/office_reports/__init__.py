"""The office's reports of a table's day: its course, incidents, dealers, and the register of acts."""

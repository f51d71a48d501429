"""The office's papers: a table's daily log, the incident list, the register of decisions, the errors of dealing."""

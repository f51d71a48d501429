"""The commands of `recoup`, one module per thing that people come for."""

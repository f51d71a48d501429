"""How a round, a case and a shoe stand: status, money, outcome, who must act. Worked out here and nowhere else."""

"""What the judges of all games have in common: findings, wagers, judgements."""

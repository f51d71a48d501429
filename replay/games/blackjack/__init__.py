"""Blackjack: one procedure, its settlement and its checks, for every house that has written its rules down."""

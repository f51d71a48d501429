"""What events are made of: cards, places, pockets, layouts, money, times, offices, and how subjects are named."""

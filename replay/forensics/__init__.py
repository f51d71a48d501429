"""What the cards of a shoe say of it: whether some are missing, or lie in an order that no shuffle leaves.

Every suspicion is a bet against the hypothesis that the shoe is complete and well shuffled. It begins with a stake of one
and multiplies it, card by card, by what the suspicion forecasts of the next card over what a fair shoe does. Under a
fair shoe such a bet gains nothing on average, whatever was seen before: it is a test martingale, and by Ville's inequality
the chance that it EVER reaches X is at most one in X. So it may be looked at after every card without a correction. The
suspicions share one level: each has a share of the stake, and the shares of a shoe add up to one at most.

All is reckoned in whole numbers, with `UNIT` for one, and rounded down: what is rounded away is lost to the bet, so that
the bound holds as it stands.
"""

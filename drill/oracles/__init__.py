"""What the documents give for each wager, worked out from the documents alone.

An oracle that imported the engine could not find its errors: nothing here imports anything of `replay`, and every figure
and every step stands in the module itself, with the clause that it rests on. An oracle takes plain data, the cards in the
order in which they lie, the wagers, what the house has posted and which reading holds of what its document leaves open,
and says what goes back for each wager, stake included, in minor units; `None` where nothing has decided it.
"""

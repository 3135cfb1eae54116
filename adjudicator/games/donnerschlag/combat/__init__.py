"""Extended step C, combat: from the attack to the advance, and the cards that count in it.

r2_combat     attacks, card windows, the die, the outcome
r2_targets    who could attack which hex
r2_strength   strengths, odds, shifts and modifiers
r2_retreat    retreats     r2_advance   the advance
cards_combat  what Combat Cards do
In: orders and a state. Out: questions, events, dice and refusals. Imports cards, supply, overruns and zones,
but no other phase of a turn.
"""

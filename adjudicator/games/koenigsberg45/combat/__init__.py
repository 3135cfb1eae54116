"""Rules 7 to 10, combat: attacks and barrages, losses, retreats, advances.

r07_attack     who may attack what           r07_strength  odds and shifts
r07_combat     the Combat Segment, a battle  r07_strikes   what a page shows of an attack
r00_barrage    guns alone (0.7a, 1.0a)       r08_losses    step losses
r09_retreat    retreats                      r10_advance   advances
attacking      what the bots attack
In: orders and a state. Out: questions, events, dice and refusals. Imports turn/, hexes/ and r04_path: a
retreat or an advance changes hexes by the same rules as a march.
"""

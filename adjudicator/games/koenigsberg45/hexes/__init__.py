"""Rules 3 to 5 as they bear on a hex: zones of control, what a hex costs, how many it holds.

r03_zoc            zones of control
r04_costs          the Terrain Effects Chart, of the bare map
r04_current_costs  the same with enemies, full hexes and refugees
r05_stacking       how many units a hex holds
In: a state. Out: costs, and reasons why not. Imports levels, position, terrain and charts of this game.
"""

"""The current situation of the campaign: the dates, the map, the front, units and purchases.

campaign    facts that no unit, track or marker shows
steps       the nine dates, and the steps of the Refit Phase
pieces      what a unit is, and the units that an order names
ground      hexes and Locations
front       who may enter where, what is isolated, where the front runs
modifiers   dice with modifiers, play balance, the ELR in force
newcomers   where a unit comes from when it is set up, and with what
concealing  concealment counters at set-up
basket      the lines of a side's sealed orders, added up
In: a state. Out: values that rules read, and events that note facts. Imports orders, events, charts and
position of this game, never a room with rules.
"""

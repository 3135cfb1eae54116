"""Chapters 8 to 16: special rules of the firefight, where a row of the decision table is too small.

r08_leaders        leaders, Battle Hardening
r09_barricades     Barricades
r11_bridges        the bridges over the Spree
r14_banner         the Red Banner
r16_miscellaneous  passengers, observers, sewers, vehicles, cellars
In: reports and a state. Out: events, dice and refusals. Imports situation/, decision_table/ and
refit_phase/, because armor that was bought there protects here.
"""

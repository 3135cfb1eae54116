"""Rules 0 to 2 and 11 to 15: what goes on in a turn around the moves and combats.

r00_setup, r15_options    the set-up, and what is agreed before play
r00_chits, r01_turn       the chits and the cup, the sequence of play
r02_command               who may be activated, and by which HQ
r11_supply, r14_victory   supply lines, Victory Point hexes
r12_hqs, r12_refugees, r12_replacements, r12_volksturm, r12_hipper, r13_air    special units
In: orders and a state. Out: questions, events and refusals. Imports hexes/ and the modules beside the record.
"""

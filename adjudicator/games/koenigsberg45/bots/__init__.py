"""How players made of code march, attack and win.

Each question says in its chapter what a bot answers (`Choice.chance`, `Choice.purpose`). What such answers
have in common is here: the kind of player (`taste`), moves (`marching`), attacks (`attacking`), both
(`players`). `drive` and `plan` are a Soviet player who wants to win.
"""

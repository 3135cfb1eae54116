"""The referee checked: a game rebuilt from its journal, every die worked out again, secrets opened.

checks          replay, audit, and what differs
opened_secrets  what each side had sealed in a game that is over
In: a desk's store. Out: what was found, line by line. Nothing here changes a game.
"""

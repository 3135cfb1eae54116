"""What would print badly, before it is printed: `preflight` with `colours` and `reading`, pictures of it
(`fault_picture`), and what `hexpost counters check` says of a game (`checking`, `remarks`).

In: a roster. Out: faults with file and line.
Imports `counters.faces`, `counters.roster`, `counters.signs`.
"""

"""Two modules beside each other: what differs (`diff`, `grids`), what both brought (`merge`, `refitting`,
`lock`), and a module packed from a folder and back (`pack`).

In: modules. Out: lists of what changed, or one module that holds both people's work, with conflicts named.
Imports `builder.importing` and `builder.vassal`.
"""

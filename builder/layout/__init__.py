"""A game's board as VASSAL will see it, and the facts of its module file.

Here: `module_file` reads `<game>.toml` (through `factfile`, with `tracks` and `decks` for their parts);
`board` lays the drawn board out in pixels, `hexgrid`, `squaregrid`, `squares` and `gridzones` say what names
its places, `places` names points of it, `leaning` makes room for stacks, `saved_places` keeps a layout on
disk.
In: a game's map folder and module file. Out: `ModuleFacts`, `Layout` and the elements of the grids.
Imports `builder.vassal` and the maps.
"""

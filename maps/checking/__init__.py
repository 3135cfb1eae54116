"""What is wrong with a map: its tables held against its shapes, and the proof that a person looks at.

Here: `check` goes through everything; `areas`, `hexes`, `squares` and `start` look over their part each;
`names` counts what names cover, `colours` compares grounds as colour-blind eyes do; `overlay` marks faults on
a picture, `proof` lays grid and contacts over the art (`proof_command`).
In: a map folder. Out: faults with file and line; pictures.
Imports `maps.drawing`, `maps.measuring`, `maps.reading`, `maps.grids`.
"""

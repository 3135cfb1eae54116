"""Files that people give us, read within bounds; and what we write, so that it harms nobody.

Here: how much of a file is read and what kind of file (`reading`), TOML that is looked at before it is
parsed (`toml_text`), files that only their owner may read (`private`), cells of tables that no spreadsheet
program carries out (`cells`), messages of bearable length (`messages`), the files of code that something
kept was made with (`sources`), and files written whole or not at all (`whole`).
In: paths and texts. Out: bytes, text, plain values.
Imports nothing of ours: every other package may import it.
"""

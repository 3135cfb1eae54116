"""Files that people give us, read within bounds; and what we write, so that it harms nobody.

Here: how much of a file is read and what kind of file (`reading`), and TOML that is looked at before it is
parsed (`toml_text`).
In: paths and texts. Out: bytes, text, plain values.
Imports nothing of ours: every other package may import it.
"""

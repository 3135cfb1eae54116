"""Files that people give us, read within bounds and with all that is wrong in them; and what we write.

Here, of what is read: how much and what kind of file (`reading`), TOML that is looked at before it is parsed
(`toml_text`) and where its tables and keys stand (`toml_lines`), tables as CSV (`cells`), what damaged zips
raise (`zips`); and what is said of it: faults with file and line, all at once (`faults`), the nearest word
(`nearest`), characters nobody can see (`characters`), messages of bearable length (`messages`), names as
people count (`natural`).
Of what is written: cells that no spreadsheet program carries out (`cells`), files whole or not at all
(`whole`), files that only their owner may read (`private`), and the files of code that something kept was
made with (`sources`).
Of what is drawn: the fonts, and which of them is for what (`typefaces`), and pictures of flat colours as PNG
(`flat_png`).
In: paths and texts. Out: bytes, text, plain values, faults.
Imports nothing of ours: every other package may import it.
"""

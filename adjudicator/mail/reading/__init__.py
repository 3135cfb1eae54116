"""Who reads: bytes to a letter, and a letter to its order block, its words and its questions.

letter         who wrote, when and what; any bytes give one, with notes on what is wrong
parts, body    a letter taken apart; what its writer typed, and the files sent along
passwords      taken out of the logs and saved games that come along
zipped         a log that its writer zipped
headers        read so that no header stops the reading
charset, flowed, html_text   bytes to text, broken lines joined, HTML as lines
sender, robots who wrote, and the signs that no person did
reply          where the earlier letter begins
as_typed       what phones and word processors did to a line is undone
block          the lines between BEGIN ORDERS and END ORDERS; `header_line` the first, with one of the `codes`
prose          the words around the blocks, and whom they are for
asking         what a letter may ask without any block: HELP, RULE 7.2, REPORT, UNDO
In: bytes. Out: values. It imports nothing of the desk, and opens no connection.
"""

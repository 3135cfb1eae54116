"""What this rulebook changes of play at the table, a clause a line: `data/table.txt`.

table          the rows, and which of them hold of a case
table_schema   how a row is written, and which words it may use
table_reports  a report turned into a case; what the rows do to it
In: a report and a state. Out: refusals, modifiers and events under the clause of the row. Imports situation/.
"""

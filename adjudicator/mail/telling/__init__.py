"""What a desk tells, and when: reports to players, and to those who only watch.

Here: `rhythm` says when a side's report is due; `reports` what it covers and what lies in it; `art` draws its
pictures; `observers` is the same for people who play no side.
In: a game's table. Out: letters, not yet kept.
Imports the table, its words in `desk.pages` and the trial of orders; never the despatch, which sends them.
"""

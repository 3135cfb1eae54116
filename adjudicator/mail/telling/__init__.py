"""What a desk tells, and when: reports to players, and to those who only watch.

Here: `rhythm` says when a side's report is due; `reports` what it covers and what lies in it; `art` draws
its pictures; `tapped` is the page for orders beside it; `observers` is the same for people who play no side.
`my_games` is all that somebody owes. `dice_record` has the dice of a game that is over, and `verify_dice`
goes along to check them.
In: a game's table. Out: letters, not yet kept.
Imports the table, its words in `desk.pages` and the trial of orders; never the despatch, which sends them.
"""

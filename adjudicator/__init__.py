"""The referee: mailed orders in, judged events out, every rule by its number.

Modules that rules import, lowest first. Values: `state`, `events` (which make the next state), `snapshot`,
`typed_values`, `rulings` (three ways to say no), `dice` with `beacon` and `pairing`, `store` (the journal).
Lines: `reader` and `orders` read them, `waiting_lines` keeps those for later questions, `by_mail` is what a
game declares about them. `play` is what rules may do, `sequence` the turn, `answering` works through answers,
`choices` has one record for each question; `game` is what a game must provide, `catalogue` finds one,
`bookkeeping` runs one without rules.
The subpackages, lowest first: `mechanics` and `phases` are shared by the `games` (a folder for each, a file
for each chapter); `wording` names their things. `judging` takes a sheet through a game, `report` tells what
happened. `mail` is play by mail: reading, desk, sending; `rehearsal` is one position in a file. `audit`
checks it all again, `pages` writes HTML pages, `archive` writes exports and backups. `tabletop` is a
published module as a game, `tapping` the page on which orders are tapped. `demo`, `commands`, `module_cli`,
`desk_cli` and `cli` are the commands.
In: letters and files. Out: mails, reports, verdicts. It may import every other package.
"""

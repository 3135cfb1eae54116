"""The referee: mailed orders in, judged events out, every rule by its number.

From the bottom. Values: `state`, `events` (which make the next state), `snapshot`, `rulings` (three kinds of
no), `dice`, `store` (the journal). Lines: `reader` and `orders` read one, `kept` are those for later;
`declared` is what a game says of them as data. `play` is what rules may do, `sequence` the turn, `answering`
goes through answers; `game` is what a game must provide, `mechanics` what several share, `games` the rules
themselves, a folder each, a file a chapter. `catalogue` finds a game, `position` and `printed` show one,
`bookkeeping` runs one without rules. `trying`, `agenda` and `referee` judge a sheet; `mail` reads and writes
letters, `report` tells what happened. `desk` is games in a folder, `post` a pass over its mail, `rehearsal`
one position in a file, `vassal` orders from a log; `audit`, `bots` and `demo` check and show it all.
`archive` is what outlives a desk. `commands`, `desk_cli` and `cli` are what is typed.
In: letters and files. Out: mails, reports, verdicts. It may import every other package.
"""

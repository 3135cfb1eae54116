"""The referee: mailed orders in, judged events out, every rule by its number.

What writers of rules import lies here, from the bottom. Values: `state`, `events` (which make the next
state), `snapshot`, `typed_values`, `rulings` (three kinds of no), `dice` with `beacon` and `pairing`, `store`
(the journal). Lines: `reader` and `orders` read one, `waiting_lines` are those for later, `by_mail` is what a
game says of them as data. `play` is what rules may do, `sequence` the turn, `answering` goes through answers,
`choices` has one record a question; `game` is what a game must provide, `catalogue` finds one, `bookkeeping`
runs one without rules.
The rooms, from the bottom: `mechanics` and `phases` are shared by the `games`, a folder each, a file a
chapter; `wording` is what their things are called. `judging` takes a sheet through a game, `report` tells
what happened. `mail` is everything by which people play by mail: reading, desk, sending; `rehearsal` is one
position in a file. `audit` checks it all again, `pages` are of HTML, `archive` is what outlives a desk.
`tabletop` is a published module as a game, `tapping` the page on which orders are tapped. `demo`, `commands`,
`module_cli`, `desk_cli` and `cli` are what is typed.
In: letters and files. Out: mails, reports, verdicts. It may import every other package.
"""

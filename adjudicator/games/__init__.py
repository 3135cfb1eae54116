"""One package a game, each the rules of one rulebook: `r07_*` is its chapter 7, `annex_*` an annex.

Beside the chapters stand `record` (the `Game`), `sequence`, `orders` (its words), `events`, `position`,
`charts` with charts.toml, `view` (what a side may know), `invariants`, `standing` orders, `ahead` (which
lines wait), `drags` (in a log of VASSAL), what a `rehearsed` position needs, and bots. README.md and RULES.md
say how clauses are read; rules.csv lists them.
In: states and orders. Out: events, refusals with their clause. The games do not know each other.
"""

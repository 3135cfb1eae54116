"""What signs there are, before anything is read or drawn: `symbols` and `silhouettes` as strokes (`armour`,
`equipment`, made of `shapes`), their `words`, lengths as people write them (`lengths`), and how colours look
to whom (`eyes`).

In: words and colours. Out: strokes, numbers, contrasts. Imports nothing of ours.
"""

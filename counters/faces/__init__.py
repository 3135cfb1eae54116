"""Pieces as pictures: `face` draws a counter (`unit_face`, `back`) and `card` a card (`playing_card`) on a
`canvas`.

Here too: `unit_symbol`, `lettering` and `ink` for the parts of a face, `picture` and `art` for pictures of a
game's own, `appearance` (what a face shows, without drawing it) and `cache` (faces drawn before),
`drawn_pieces` one after the other, `with_bleed` for print shops, `low_ink`, and the `contact_sheet` of all
signs.
In: a roster. Out: Pillow images, the same for the same row.
Imports `counters.roster`, `counters.signs`.
"""

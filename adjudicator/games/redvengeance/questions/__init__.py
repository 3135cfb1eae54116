"""The questions of the game, and what answers them: sealed orders, set-up, the firefight, the Refit Phase.

gates        sealed orders of both sides: purchases, Initiative Chit, Attack chits
setting_up   set-up, and `placing`, where each unit may be set up
firefight    the Game Turns of a date
refit        the steps of the Refit Phase in their order, and `hooks`, reports of its steps
holding      a step that stays open until neither side has more to report
reporting    reports that count when both sides file them alike
tapped       what a page offers beside the answers that a question names
registry     which chapter takes a verb, a report or a step
glossary     answers to HELP
bot          a player by chance
In: orders and a state. Out: questions, events and refusals. Imports every room with rules; only by_mail/ and
the record import it.
"""

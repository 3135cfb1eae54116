"""Chapter 8, combat: from the attack to the advance.

r08_strength  strengths and the ratio     r08_combat   the attack, the die, the result
r08_losses    step losses                 r08_retreat  retreats, and the advance
In: orders and a state. Out: questions, events, dice and refusals. Imports movement (chapter 7), operations
(4.1), the Americans (2.2) and Annex A.
"""

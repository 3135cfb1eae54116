"""Players made of code: two that know little else (`players`), one who wants to win as the Soviets (`drive`,
`plan`).

All march (`marching`) and attack (`attacking`) by the same rules that judge people's orders.
In: a position and a question. Out: order lines. Imports the rules of this game; no rule imports a bot.
"""

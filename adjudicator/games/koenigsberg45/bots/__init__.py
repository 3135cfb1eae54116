"""A Soviet player made of code who wants to win: `drive` answers question by question, `plan` plans.

What the other bots answer stands in the chapter of each question (`Choice.chance`, `Choice.purpose`).
"""

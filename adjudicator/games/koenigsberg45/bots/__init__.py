"""A Soviet bot that plays to win: `drive` answers question by question, `plan` plans.

The answers of the other bots are in the chapter of each question (`Choice.chance`, `Choice.purpose`).
"""

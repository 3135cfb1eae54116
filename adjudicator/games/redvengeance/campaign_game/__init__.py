"""Rules of the Campaign Game (CG) that hold while a CGS is fought.

cg_artillery   CG9 and CG10, artillery
cg_losses      CG24 and CG29, losses and Location Victory Points
cg_special     CG3 to CG21, rules for which a row of the decision table is too small
front_reports  CG12 to CG14, what both sides report of the front
In: reports and a state. Out: events, dice and refusals. Imports situation/ and decision_table/.
"""

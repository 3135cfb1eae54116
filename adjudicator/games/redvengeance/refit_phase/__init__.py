"""The Refit Phase (RePh): what happens between two dates, by step of section 8.6.

reph_result    8.6032 to 8.6123, who won the CGS, SAN and ELR
reph_fires     8.6092 to 8.6094, fires
reph_repair    8.614 and 8.615, repair and removal
reph_weather   8.617, weather
reph_purchase  8.616 to 8.622, purchase points and the sealed orders
reph_groups    8.620, purchases become units
reph_forts     8.621 and 8.624, fortifications and reconnaissance
In: a state, reports and sealed orders. Out: events, dice and refusals. The order of the steps is
in questions/. Imports situation/, decision_table/ and campaign_game/.
"""

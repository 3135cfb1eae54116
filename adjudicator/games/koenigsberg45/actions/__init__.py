"""What a chit begins: the draw, an activation, movement, reinforcements, random events.

r00_actions      the draw, and Action Chits        r00_events      the Random Event Table
r02_activation   who acts with an HQ               r04_movement    the Movement Segment
r05_penalty      too many units in a hex           r06_reinforcement    arrivals
r04_examples     moves that a question names       marching        what the bots do with an activation
In: orders and a state. Out: questions, events and refusals. Imports combat/, turn/, hexes/ and r04_path; the
activation goes on to the Combat Segment by its name in the sequence of play.
"""

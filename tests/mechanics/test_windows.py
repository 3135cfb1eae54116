"""Windows for cards: asked of both alike, sealed, and telling nobody who holds one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator.bots import play_out
from adjudicator.declared.standing import FORM
from adjudicator.desk import table as tables
from adjudicator.dice import Roll, SeededDice
from adjudicator.events import StandingUsed
from adjudicator.play import Play
from adjudicator.referee import judge, run_on, silence
from adjudicator.rulings import Unreadable
from adjudicator.state import State
from tests.adjudicator.cardgame import CARDS, GAME, STANDING, start
from tests.adjudicator.house import House
from tests.mechanics.test_decks import dealt

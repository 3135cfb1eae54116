"""A fault says file, line, what was read and what is wrong; all of them are said at once."""

from __future__ import annotations

from files.faults import Fault, Faulty


def test_a_fault_names_the_line_it_has_and_what_was_read() -> None:
    assert str(Fault("a.csv", 3, "x\ty", "no number")) == "a.csv:3: 'x\\ty': no number"
    assert str(Fault("a.csv", 0, "", "is empty")) == "a.csv: is empty"


def test_faults_are_told_a_line_each_and_kept() -> None:
    faults = [Fault("a.csv", 3, "", "one"), Fault("b.csv", 0, "", "other")]
    wrong = Faulty(iter(faults))
    assert wrong.faults == tuple(faults)
    assert str(wrong) == "a.csv:3: one\nb.csv: other"
    assert wrong.exit_code == 1

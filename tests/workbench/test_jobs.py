"""Slow work: only the newest that was wanted is done, and none after closing."""

from __future__ import annotations

from functools import partial
from threading import Event
from time import monotonic, sleep

from workbench.jobs import Jobs


def ended(jobs: Jobs) -> None:
    until = monotonic() + 20
    while jobs.busy:
        assert monotonic() < until
        sleep(0.01)


def test_only_the_newest_that_waits_is_done() -> None:
    jobs, go, done = Jobs(), Event(), list[int]()
    jobs.result(0, go.wait)
    for key in (1, 2, 3):
        jobs.result(key, partial(done.append, key))
    go.set()
    ended(jobs)
    assert done == [3]
    jobs.close()


def test_what_waits_is_not_begun_after_closing() -> None:
    jobs, go, done = Jobs(), Event(), list[int]()
    jobs.result(0, go.wait)
    jobs.result(1, lambda: done.append(1))
    jobs.close()
    go.set()
    ended(jobs)
    assert done == []


def test_what_was_not_begun_before_closing_keeps_nobody_waiting() -> None:
    jobs, go, done = Jobs(), Event(), list[int]()
    jobs._pool.submit(go.wait)  # the one thread is taken
    jobs.result(0, lambda: done.append(0))
    jobs.close()
    assert not jobs.busy
    go.set()
    assert done == []


def test_of_quick_clicks_only_the_last_is_worked_on() -> None:
    jobs, done = Jobs(), list[int]()
    jobs.patience = 0.3
    for key in range(5):
        jobs.result(key, partial(done.append, key))
        sleep(0.02)
    assert done == []
    ended(jobs)
    assert done == [4]
    jobs.close()


def test_a_job_that_waits_for_a_newer_one_ends_with_closing() -> None:
    jobs, done = Jobs(), list[int]()
    jobs.patience = 60
    jobs.result(0, lambda: done.append(0))
    sleep(0.02)
    jobs.close()
    ended(jobs)
    assert done == []

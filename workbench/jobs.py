"""Slow work beside the page: one job at a time for each mode, and only the newest that was wanted."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, RLock
from typing import Any


@dataclass(frozen=True)
class Done:
    """What a job gave, or the error in which it ended; `key` says which job it was."""

    key: Hashable
    value: Any = None
    error: Exception | None = None


_NOT_DONE = object()
"""What a job gives that was not begun, as a newer one was wanted meanwhile."""


class Jobs:
    """The jobs of a mode. `on_change` is called, without arguments, whenever there is something to show.

    A job waits `patience` seconds for a newer one: of quick clicks only the last is worked on.
    """

    def __init__(self, on_change: Callable[[], object] = lambda: None) -> None:
        self.on_change = on_change
        self.patience = 0.0
        self._newer = Event()
        self._pool = ThreadPoolExecutor(1)
        self._lock = RLock()  # a job that ends at once is told of by the thread that began it
        self._running: Hashable = None
        self._next: tuple[Hashable, Callable[[], Any]] | None = None
        self._done: Done | None = None
        self._closed = False
        self.words = ""

    @property
    def busy(self) -> str:
        """What is being worked on, in words; "" for nothing."""
        return self.words if self._running is not None else ""

    def result(self, key: Hashable, job: Callable[[], Any], words: str = "Working") -> Done | None:
        """What the newest finished job gave, None if none has; this job is begun if that is older."""
        with self._lock:
            if self._done is None or self._done.key != key:
                self.words = words
                if self._running is None:
                    self._begin(key, job)
                elif self._running != key:
                    self._next = key, job
                    self._newer.set()
                else:
                    self._next = None
            return self._done

    @property
    def last(self) -> Done | None:
        """What the newest finished job gave."""
        return self._done

    def forget(self) -> None:
        """Do the job again that gave what there is, if it is wanted again."""
        self._done = None

    def begin(self, job: Callable[[], Any], words: str) -> None:
        """Begin a job that is wanted once."""
        self.forget()
        self.result(object(), job, words)

    def _begin(self, key: Hashable, job: Callable[[], Any]) -> None:
        if self._closed:
            return
        self._running = key
        self._newer.clear()
        self._pool.submit(self._in_time, job).add_done_callback(lambda future: self._ended(key, future))

    def _in_time(self, job: Callable[[], Any]) -> Any:
        return _NOT_DONE if self.patience and self._newer.wait(self.patience) else job()

    def _ended(self, key: Hashable, future: Future[Any]) -> None:
        if future.cancelled():  # it was not begun before closing
            self._running = None
            return
        error = future.exception()
        with self._lock:
            if isinstance(error, Exception):
                self._done = Done(key, error=error)
            elif future.result() is not _NOT_DONE:
                self._done = Done(key, future.result())
        self.on_change()  # nobody sees that the work is over before its result can be seen
        with self._lock:
            self._running, waiting, self._next = None, self._next, None
            if waiting:
                self._begin(*waiting)
        self.on_change()

    def close(self) -> None:
        """Begin no more jobs."""
        with self._lock:
            self._closed = True
            self._newer.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

"""The page and its addresses, for this computer alone: /TOKEN/ and what is below it.

    GET  /TOKEN/                      the page            GET  /TOKEN/page/NAME    its scripts and its style
    GET  /TOKEN/state?since=N&mode=M  what mode M shows, as soon as it is newer than N
    GET  /TOKEN/tile/N/Z/X/Y.jpg      a square of picture N
    GET  /TOKEN/pixel?x=X&y=Y         the colour of a pixel
    POST /TOKEN/change                {on, mode, verb, values}; the new state, with {no: words} if it is
                                      refused, else with {saved: words}, "" where it made no difference
    POST /TOKEN/undo and /redo        {on, mode}, answered alike

Who does not know the token, or calls this computer by another name, is answered 404 without a word.
"""

from __future__ import annotations

import json
import secrets
import socketserver
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import bottle

from files.messages import bounded
from scans.scan_faults import ScanError
from workbench.bench_faults import BenchError, words_of
from workbench.mode import Mode, Values
from workbench.picture import Pictures
from workbench.project import Project

_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_WAIT = 10.0
"""Seconds that a question for a newer state waits at most."""
_LONGEST = 4_000_000
"""Bytes of a change at most."""
_OURS = "127.0.0.1"


class Serving:
    """The server of one project; `address` is what to open."""

    def __init__(self, project: Project, modes: Sequence[Mode], port: int = 0) -> None:
        self.project, self.modes = project, {mode.name: mode for mode in modes}
        self.pictures = Pictures(project)
        self.token = secrets.token_urlsafe(16)
        for mode in modes:
            mode.jobs.on_change = project.tell
        project.watch([name for mode in modes for name in mode.files])
        try:
            self._server = _Server((_OURS, port), _Quiet)
        except OSError as error:
            project.close()
            raise BenchError(f"--port {port}: this port cannot be used ({error.strerror})") from None
        self._server.set_app(self._app())

    @property
    def address(self) -> str:
        """The address of the page, with the token."""
        return f"http://{_OURS}:{self._server.server_port}/{self.token}/"

    def run(self) -> None:
        """Answer until the process is interrupted."""
        try:
            self._server.serve_forever(poll_interval=0.2)
        finally:
            self.close()

    def start(self) -> None:
        """Answer in a thread of its own."""
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """End what `start` began."""
        self._server.shutdown()
        self.close()

    def close(self) -> None:
        """Let go of the port and the folder."""
        self._server.server_close()
        for mode in self.modes.values():
            mode.close()
        self.pictures.close()
        self.project.close()

    # -- the addresses ---------------------------------------------------------------------------

    def _app(self) -> Any:
        app = bottle.Bottle()
        for path, method, answer in (
            ("/", "GET", lambda: self._file("page.html")),
            ("/page/<name>", "GET", self._file),
            ("/state", "GET", self._state_wanted),
            ("/tile/<number:int>/<z:int>/<x:int>/<y:int>.jpg", "GET", self._tile),
            ("/pixel", "GET", self._pixel),
            ("/change", "POST", self._change),
            ("/undo", "POST", lambda: self._answered(self.project.undo)),
            ("/redo", "POST", lambda: self._answered(self.project.redo)),
        ):
            app.route(f"/<token>{path}", method, self._guarded(answer))
        app.default_error_handler = self._error
        return app

    def _guarded(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """The answer for those who know the token and ask this computer by its own name."""

        def guarded(token: str, **parts: Any) -> Any:
            ours = {f"{name}:{self._server.server_port}" for name in (_OURS, "localhost")}
            request = bottle.request
            origin = request.get_header("Origin")
            if not (
                secrets.compare_digest(token.encode(), self.token.encode())
                and request.get_header("Host") in ours
                and (origin is None or (origin.startswith("http://") and urlsplit(origin).netloc in ours))
            ):
                bottle.abort(404)
            for name, value in _HEADERS.items():
                bottle.response.set_header(name, value)
            return answer(**parts)

        return guarded

    def _error(self, error: Any) -> str:
        """What is said of an error: only that it is ours, never to whom it does not concern."""
        for name, value in _HEADERS.items():
            error.set_header(name, value)
        error.content_type = "application/json"
        if error.status_code != 500:
            return ""
        wrong = error.exception
        return _json({"no": bounded(f"hexpost made a mistake of its own: {type(wrong).__name__}: {wrong}")})

    def _file(self, name: str) -> bytes:
        suffix = Path(name).suffix
        found = files("workbench").joinpath("page", name)
        if suffix not in _TYPES or "/" in name or "\\" in name or not found.is_file():
            bottle.abort(404)
        bottle.response.content_type = f"{_TYPES[suffix]}; charset=utf-8"
        return found.read_bytes()

    def _tile(self, number: int, z: int, x: int, y: int) -> bytes:
        picture = self.pictures[number]
        tile = picture.tile(z, x, y) if picture else None
        if tile is None:
            bottle.abort(404)
        bottle.response.content_type = "image/jpeg"
        bottle.response.set_header("Cache-Control", "private, max-age=86400")
        return tile or b""

    def _pixel(self) -> str:
        x, y, number = (_number(bottle.request.query.get(name)) for name in ("x", "y", "picture"))
        picture = self.pictures[number]
        return self._json({"colour": picture.colour(x, y) if picture else ""})

    def _state_wanted(self) -> str:
        since = _number(bottle.request.query.get("since"))
        self.project.wait(since, _WAIT)
        if self.project.number <= since:
            return self._json({"number": since})
        return self._json(self.state(bottle.request.query.getunicode("mode") or ""))

    def _change(self) -> str:
        def act(on: int, told: Values) -> str:
            mode = self.modes.get(str(told.get("mode")))
            verb, values = str(told.get("verb")), told.get("values") or {}
            if mode is None or not isinstance(values, dict):
                raise BenchError("This change is not understood.")
            touches = mode.touches(verb, values)
            return self.project.change(on, touches, lambda: mode.change(self.project, verb, values))

        return self._answered(act, True)

    def _answered(self, act: Callable[..., str | None], whole: bool = False) -> str:
        """Do what is asked for; the new state, with what was done, or why it was not."""
        told = self._told()
        on = _number(told.get("on"))
        try:
            came = {"saved": act(on, told) if whole else act(on)}
        except Exception as error:  # what is ours is raised again
            came = {"no": bounded(words_of(error))}
        return self._json(self.state(str(told.get("mode"))) | came)

    def _told(self) -> Values:
        request = bottle.request
        if request.content_length > _LONGEST or request.content_type.split(";")[0] != "application/json":
            bottle.abort(400)
        try:
            told = json.loads(request.body.read(_LONGEST))
        except ValueError:
            told = None
        if not isinstance(told, dict):
            bottle.abort(400)
        return told or {}

    def _json(self, values: Mapping[str, Any]) -> str:
        bottle.response.content_type = "application/json"
        return _json(values)

    # -- the state -------------------------------------------------------------------------------

    def state(self, wanted: str) -> Values:
        """All that the page shows of one mode, the first if it is not known."""
        mode = self.modes.get(wanted) or next(iter(self.modes.values()))
        with self.project.lock:
            if self.project.closed:
                bottle.abort(404)
            number, picture = self.pictures.of(mode.picture(self.project))
            made: Values = {
                "number": self.project.number,
                "folder": str(self.project.folder),
                "picture": {"id": number, **picture.facts()},
                "modes": [{"name": one.name, "title": one.title} for one in self.modes.values()],
                "mode": mode.name,
                "undo": self.project.undoable,
                "redo": self.project.redoable,
                "doubts": [],
                "wrong": self.project.trouble,
            }
            try:
                made[mode.name] = mode.view(self.project)
                made["doubts"] = [asdict(one) for one in mode.doubts(self.project)]
                self._follow(mode)
            except Exception as error:  # what is ours is raised again
                made["wrong"] = made["wrong"] or bounded(words_of(error))
            made["working"] = picture.busy or mode.busy
        return made

    def _follow(self, shown: Mode) -> None:
        for mode in self.modes.values():
            if mode is not shown:
                with suppress(BenchError, ScanError):  # told where that mode is shown
                    mode.follow(self.project)


def _number(text: Any) -> int:
    try:
        return int(text)
    except (TypeError, ValueError, OverflowError):
        return 0


def _json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


class _Server(socketserver.ThreadingMixIn, WSGIServer):
    """A thread for each question, so that a tile never waits for a state."""

    daemon_threads = True
    request_queue_size = 64

    def server_bind(self) -> None:
        """As the library does, but without asking the network for the name of this computer."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = _OURS, self.server_address[1]
        self.setup_environ()


class _Quiet(WSGIRequestHandler):
    """Nothing is written for each question."""

    routes: ClassVar[dict[str, str]] = {}

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing."""

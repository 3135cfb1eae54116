"""A connection that is cut after so many bytes, as networks do."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress


class Cutting:
    """Stands between a client and a server on loopback; cuts the next connections after some bytes each."""

    def __init__(self, server: int) -> None:
        self.server, self.cuts = server, list[int]()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listening.getsockname()[1])
        self.threads = [threading.Thread(target=self._serve, daemon=True)]
        self.threads[0].start()

    def _serve(self) -> None:
        with self.listening, suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                bytes_left = self.cuts.pop(0) if self.cuts else 1 << 60
                thread = threading.Thread(target=self._carry, args=(client, bytes_left), daemon=True)
                self.threads.append(thread)
                thread.start()

    def _carry(self, client: socket.socket, left: int) -> None:
        """Carry bytes on, either way, until there are none left to carry."""
        with client, socket.create_connection(("127.0.0.1", self.server)) as server, suppress(OSError):
            others = {client: server, server: client}
            while left > 0:
                for one in select.select(list(others), [], [])[0]:
                    data = one.recv(min(left, 4096)) if left else b""
                    if not data:
                        return
                    others[one].sendall(data)
                    left -= len(data)

    def stop(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(10.0)

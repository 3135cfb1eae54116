"""What can be wrong with what a maker does in the workbench."""


class BenchError(Exception):
    """A change that cannot be made, or a file that cannot be read; the message says why."""

    exit_code = 1

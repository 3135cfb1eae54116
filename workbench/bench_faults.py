"""What can be wrong with what a maker does in the workbench."""


class BenchError(Exception):
    """A change that cannot be made, or a file that cannot be read; the message says why."""

    exit_code = 1


def words_of(error: Exception) -> str:
    """An error of the maker's as words; raised where it is ours."""
    if getattr(error, "exit_code", None) != 1:
        raise error
    return str(error)

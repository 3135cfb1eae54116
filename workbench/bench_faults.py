"""What can be wrong with what a maker does in the workbench."""

from files.faults import is_of_input


class BenchError(Exception):
    """A change that cannot be made, or a file that cannot be read; the message says why."""

    exit_code = 1


def words_of(error: Exception) -> str:
    """An error of the maker's, or of their disk, as words; raised where it is ours."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename}: {error.strerror}."
    if not is_of_input(error):
        raise error
    return str(error)

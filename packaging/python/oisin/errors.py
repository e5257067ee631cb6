"""Errors and messages of the library."""

from dataclasses import dataclass

from ._abi import ErrorCode, Severity


@dataclass(frozen=True)
class Message:
    """An error, a warning or a note. `line` and `column` start at 1; 0: unknown. `code` is that of an error."""

    severity: Severity
    file: str
    line: int
    column: int
    text: str
    source: str
    code: ErrorCode
    errno: int

    def __str__(self):
        place = [part for part in (self.file, self.line and str(self.line), self.line and self.column and str(self.column)) if part]
        return ":".join(place) + ": " + self.text if place else self.text


class Error(Exception):
    """A call failed. `code` is an ErrorCode, `errno` that of a failed system call or 0, `messages` all messages of the call."""

    def __init__(self, text, code, errno=0, messages=()):
        super().__init__(text)
        self.code = code
        self.errno = errno
        self.messages = list(messages)


class UsageError(Error, ValueError):
    """A wrong argument or option."""


class NotFound(Error, LookupError):
    """There is no file, member, format or item of this name."""


class FileError(Error):
    """The system refused an operation on a file: see `errno`."""


class Exists(Error):
    """The output exists, or is an input, and is not replaced."""


class Unsupported(Error):
    """The format, a feature of it or the conversion is not supported."""


class NoMemory(Error, MemoryError):
    """There is not enough memory."""


class Cancelled(Error):
    """The progress callback cancelled the call."""


class StateError(Error):
    """Not possible now, for example because no game is running."""


class TestsFailed(Error):
    """Scenarios of a test failed; `lines` is the output of `oisin test`."""

    __test__ = False  # not a test of pytest
    lines = ""


CLASSES = {
    ErrorCode.USAGE: UsageError,
    ErrorCode.NOT_FOUND: NotFound,
    ErrorCode.FILE: FileError,
    ErrorCode.EXISTS: Exists,
    ErrorCode.UNSUPPORTED: Unsupported,
    ErrorCode.MEMORY: NoMemory,
    ErrorCode.CANCELLED: Cancelled,
    ErrorCode.STATE: StateError,
    ErrorCode.TESTS: TestsFailed,
}

"""Loads liboisin and declares its functions."""

import ctypes
import os

from . import _abi


def _load():
    wanted = os.environ.get("OISIN_LIBRARY", "liboisin.so.0")
    try:
        library = ctypes.CDLL(wanted)
    except OSError as error:
        raise ImportError(f"{error}; install liboisin0, or set OISIN_LIBRARY to the path of liboisin.so") from None
    for name, (result, arguments) in _abi.FUNCTIONS.items():
        function = getattr(library, name, None)
        if function is None:
            raise ImportError(f"{wanted} has no {name}: it is older than this package")
        function.restype = result
        function.argtypes = arguments
    return library


lib = _load()


def sized(struct):
    """A struct whose first member is its size."""
    value = struct()
    value.size = ctypes.sizeof(struct)
    return value


def encoded(text):
    """A path or another text for the library, in UTF-8; None stays None."""
    text = None if text is None else os.fspath(text)
    if isinstance(text, str) and "\0" in text:
        raise ValueError("a text with a zero character")
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text


def decoded(text):
    """A text of the library. Paths are those of the system, so bytes that are not UTF-8 are kept."""
    return None if text is None else text.decode("utf-8", "surrogateescape")


def texts(values):
    """An array of texts for the library, and its length."""
    return (ctypes.c_char_p * len(values))(*map(encoded, values)), len(values)

"""Data of adventure and role-playing games, and an engine that plays them: liboisin for Python.

    import oisin
    with oisin.open("maps.res") as archive:
        for name in archive:
            print(name, archive[name].format)

The functions of this module use a kit of the current thread; a Kit of your own has the same functions as methods."""

import threading as _threading

from ._abi import VERSION as __version__, Change, ErrorCode, Quest, Severity, SoundKind
from ._library import decoded as _decoded, lib as _lib
from .errors import (Cancelled, Error, Exists, FileError, Message, NoMemory, NotFound, StateError, TestsFailed, Unsupported,
                     UsageError)
from .files import File
from .kit import Kit
from .media import Picture, Sound
from .world import DIRECTIONS, Place, World, WorldSound

_local = _threading.local()


def kit():
    """The kit of the current thread."""
    if not hasattr(_local, "kit"):
        _local.kit = Kit()
    return _local.kit


def version():
    """The version of the library that was loaded."""
    return _decoded(_lib.oisin_version())


def _of_kit(name):
    def call(*arguments, **options):
        return getattr(kit(), name)(*arguments, **options)

    call.__name__ = name
    call.__doc__ = getattr(Kit, name).__doc__
    return call


_NAMES = ("open", "open_bytes", "open_stream", "from_json", "formats", "format_page", "convert", "unpack", "pack", "new_project",
          "build", "check", "test", "diff", "world")
for _name in _NAMES:
    globals()[_name] = _of_kit(_name)

__all__ = ["Cancelled", "Change", "DIRECTIONS", "Error", "ErrorCode", "Exists", "File", "FileError", "Kit", "Message", "NoMemory",
           "NotFound", "Picture", "Place", "Quest", "Severity", "Sound", "SoundKind", "StateError", "TestsFailed", "Unsupported",
           "UsageError", "World", "WorldSound", "kit", "version", *_NAMES]

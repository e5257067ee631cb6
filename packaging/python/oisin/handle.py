"""What the library opens, and Python closes."""

from ._library import lib


class Handle:
    """Closed by close(), at the end of a `with`, or when nothing refers to it any more."""

    CLOSE = ""  # the function of the library
    NAME = ""  # in messages

    def __init__(self, kit, handle):
        self._kit = kit  # stays open as long as this
        self._opened = handle

    def _handle(self):
        if not self._opened:
            raise ValueError(f"the {self.NAME} is closed")
        self._kit._begin()
        return self._opened

    def close(self):
        if getattr(self, "_opened", None):
            getattr(lib, self.CLOSE)(self._opened)
        self._opened = None

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def __del__(self):
        self.close()

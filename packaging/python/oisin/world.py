"""A game, played without a window."""

import ctypes
from dataclasses import dataclass

from . import _abi
from ._abi import Quest, SoundKind
from ._library import decoded, encoded, lib, sized
from .files import File
from .handle import Handle
from .media import Picture

DIRECTIONS = ("south", "southwest", "west", "northwest", "north", "northeast", "east", "southeast")


@dataclass(frozen=True)
class Place:
    map: str
    x: int
    y: int
    direction: str


@dataclass(frozen=True)
class WorldSound:
    """A sound that started in the last tick; World.file(sound.file) opens it."""

    kind: SoundKind
    name: str
    pan: int
    loudness: int
    file: str


class World(Handle):
    """Opened by Kit.world."""

    CLOSE, NAME = "oisin_world_close", "world"

    def tick(self, *buttons, direction=None, go=None, text=None, **values):
        """Advances the world by one tick; returns False if the player leaves the game.

        `buttons`: "confirm", "cancel", "up" ...; `direction`: held, one of DIRECTIONS; `go`: the cell (x, y) to walk to;
        `text`: typed; `values`: the other members of OisinInput, such as option=1."""
        given = sized(_abi.OisinInput)
        for name in buttons:
            bit = lib.oisin_world_button(encoded(name))
            if not bit:
                raise ValueError(f"unknown button {name!r}")
            given.buttons |= bit
        if direction is not None:
            given.direction = 1 + DIRECTIONS.index(direction)
        if go is not None:
            given.go, given.x, given.y = True, *go
        given.text = encoded(text)
        for name, value in values.items():
            if name not in ("action", "item", "belt", "option", "select", "adjust"):
                raise TypeError(f"unknown input {name!r}")
            setattr(given, name, value)
        playing = self._kit._returned(lib.oisin_world_tick(self._handle(), ctypes.byref(given)))
        if not playing:
            self._kit._raise_error()
        return playing

    @property
    def ticks(self):
        return lib.oisin_world_ticks(self._handle())

    @property
    def rate(self):
        """Ticks per second."""
        return lib.oisin_world_rate(self._handle())

    @property
    def hash(self):
        """Equal worlds have equal hashes."""
        return lib.oisin_world_hash(self._handle())

    @property
    def place(self):
        """The position of the player; None if no game is running, only a menu."""
        found = sized(_abi.OisinPlace)
        if not lib.oisin_world_place(self._handle(), ctypes.byref(found)):
            return None
        return Place(decoded(found.map), found.x, found.y, DIRECTIONS[found.direction])

    @property
    def screen(self):
        """The open screen: "game", "menu", "dialog" ..."""
        return decoded(lib.oisin_world_screen(self._handle()))

    def _list(self, function):
        found = []
        while (text := function(self._handle(), len(found))) is not None:
            found.append(decoded(text))
        return found

    @property
    def options(self):
        """The rows of the screen that can be chosen."""
        return self._list(lib.oisin_world_option)

    @property
    def texts(self):
        """All visible texts."""
        return self._list(lib.oisin_world_text)

    @property
    def said(self):
        """Dialog texts since the game began, the latest first."""
        return self._list(lib.oisin_world_said)

    @property
    def sounds(self):
        """Sounds that started in the last tick."""
        found = []
        sound = sized(_abi.OisinSound)
        while lib.oisin_world_sound(self._handle(), len(found), ctypes.byref(sound)):
            found.append(WorldSound(SoundKind(sound.kind), decoded(sound.name), sound.pan, sound.loudness, decoded(sound.file)))
        return found

    def file(self, path):
        """A sound, movie or font of the game, by its path in the project."""
        return self._kit._open(File, lib.oisin_world_file(self._handle(), encoded(path)))

    def _value(self, function, name, kind):
        found = kind()
        self._kit._check(function(self._handle(), encoded(name), ctypes.byref(found)))
        return found.value

    def attribute(self, name):
        return self._value(lib.oisin_world_attribute, name, ctypes.c_int32)

    def item_count(self, name):
        return self._value(lib.oisin_world_item_count, name, ctypes.c_int32)

    def quest(self, name):
        return Quest(self._value(lib.oisin_world_quest, name, ctypes.c_int))

    def save(self):
        """The bytes of a saved game."""
        size = ctypes.c_size_t()
        found = self._kit._returned(lib.oisin_world_save(self._handle(), ctypes.byref(size)))
        if not found:
            self._kit._fail()
        return ctypes.string_at(found, size.value)

    def picture(self, width=640, height=480):
        """The frame for a window of this size."""
        pixels = ctypes.create_string_buffer(max(4 * width * height, 1))
        self._kit._check(lib.oisin_world_picture(self._handle(), width, height, pixels, 4 * width))
        return Picture(width, height, pixels.raw)

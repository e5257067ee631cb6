"""Decoded images and sounds."""

import array
import ctypes
import sys
import wave

from ._library import decoded, lib
from .handle import Handle


class Picture:
    """An image: rows from the top, four bytes R G B A per pixel, not premultiplied.

    Pillow: Image.frombytes("RGBA", picture.size, picture.data); numpy: numpy.asarray(picture)."""

    def __init__(self, width, height, data, name="", x=0, y=0):
        self.width = width
        self.height = height
        self.data = data
        self.name = name  # of an expression of a sprite layout
        self.x = x  # its position on the canvas of the layout
        self.y = y

    @property
    def size(self):
        return self.width, self.height

    @property
    def __array_interface__(self):
        return {"version": 3, "shape": (self.height, self.width, 4), "typestr": "|u1", "data": self.data}

    def tobytes(self):
        return self.data

    def __repr__(self):
        return f"<oisin.Picture {self.name + ' ' if self.name else ''}{self.width} x {self.height}>"


class Pictures:
    """The images of a file, decoded when they are asked for: a sequence."""

    def __init__(self, file):
        self._file = file
        self._count = lib.oisin_file_picture_count(file._handle())
        file._kit._raise_error()

    def __len__(self):
        return self._count

    @property
    def names(self):
        file = self._file
        return [decoded(file._kit._returned(lib.oisin_file_picture_name(file._handle(), i))) for i in range(self._count)]

    def __getitem__(self, index):
        if isinstance(index, str):
            names = self.names
            if index not in names:
                raise KeyError(index)
            index = names.index(index)
        if not -self._count <= index < self._count:
            raise IndexError(index)
        handle = lib.oisin_open_picture(self._file._handle(), index % self._count)
        if not handle:
            self._file._kit._fail()
        try:
            found = self._file._kit._returned(handle.contents)
            data = ctypes.string_at(found.pixels, 4 * found.width * found.height)
            return Picture(found.width, found.height, data, decoded(found.name), found.x, found.y)
        finally:
            lib.oisin_close_picture(handle)


class Sound(Handle):
    """A sound that is decoded in blocks: an iterator of arrays of floats, interleaved, full scale -1 to 1."""

    CLOSE, NAME = "oisin_close_pcm", "sound"
    BLOCK = 4096

    def __init__(self, file):
        super().__init__(file._kit, lib.oisin_open_pcm(file._handle()))
        if not self._opened:
            self._kit._fail()
        self._kit._raise_raised()
        self.rate = lib.oisin_pcm_rate(self._opened)
        self.channels = lib.oisin_pcm_channels(self._opened)

    def read(self, frames=None):
        """At most `frames` frames, or all that are left: an array of floats, empty at the end."""
        out = array.array("f")
        block = (ctypes.c_float * (self.BLOCK * self.channels))()
        while self._opened and (frames is None or frames > 0):
            wanted = self.BLOCK if frames is None else min(frames, self.BLOCK)
            count = self._kit._returned(lib.oisin_pcm_read(self._handle(), block, wanted))
            if not count:
                self._kit._raise_error()
                break
            out.frombytes(memoryview(block).cast("B")[:count * self.channels * 4])
            frames = None if frames is None else frames - count
        return out

    def __iter__(self):
        while block := self.read(self.BLOCK):
            yield block

    def save_wav(self, path):
        """Writes what is left as a WAV file of 16 bits."""
        with wave.open(str(path), "wb") as out:
            out.setnchannels(self.channels)
            out.setsampwidth(2)
            out.setframerate(self.rate)
            for block in self:
                samples = array.array("h", (max(-32768, min(32767, round(sample * 32768))) for sample in block))
                if sys.byteorder == "big":
                    samples.byteswap()
                out.writeframes(samples.tobytes())

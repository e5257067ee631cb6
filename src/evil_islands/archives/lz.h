/* The compression of Evil Islands' characters and saved games: matches in a window of 1,024
 * bytes, with fixed prefix codes.
 *
 * A stream holds tokens until the data has its size, which the stream itself does not contain:
 *
 *     0                            the next byte is copied
 *     length code, distance code   bytes from `distance` + 1 bytes back are repeated
 *
 * Bits are read from the lowest up. A byte of bits is taken from the stream when a bit is
 * needed and none is left; a copied byte is the next whole byte of the stream, so both kinds
 * alternate. lz_codes.def lists the codes. A match may overlap the bytes that it writes, and
 * begin before the data, where the window is zero. Distances count modulo 1,024.
 *
 * Sources (facts only): ei-projects/eimaster, pkg/lzevil/lzevil.go and huffman.go (codes,
 * window, the vector of tests/evil_islands/test_lz.c); Kyr4l/ei-universal-mod,
 * docs/file-formats/mp-format.md (the same, found in the game's program). */
#ifndef OISIN_EVIL_ISLANDS_ARCHIVES_LZ_H
#define OISIN_EVIL_ISLANDS_ARCHIVES_LZ_H

#include "base/stream.h"

enum {
    LZ_WINDOW = 1024,
    LZ_MATCH_MIN = 2,
    LZ_MATCH_MAX = 226,
};

/* The maximum size of the data of a stream of `packed` bytes: all matches of the longest kind
 * with the shortest distance. */
uint64_t lz_size_max(size_t packed);

/* Decodes `size` bytes from the reader, which stands after the stream afterwards. A size that
 * the stream cannot have is refused before memory is allocated. The last match must end with
 * the data. */
bool lz_decode(Reader *reader, size_t size, Bytes *out, Arena *arena);

/* Appends the shortest stream of these tokens; no match begins before the data. The same data
 * always gives the same bytes. Working memory: 8 bytes per byte of data. */
void lz_encode(Bytes data, Writer *writer);

/* Documentation: the tokens and their codes. */
void lz_describe(Writer *writer);

#endif

/* Deflate in pieces: streams that can be put one behind the other.
 *
 * A piece is packed alone, looks at nothing before it, ends on a byte boundary
 * and does not end the stream. Any pieces in any order, then DEFLATE_PIECES_END,
 * are one raw deflate stream (RFC 1951). So what many files have in common is
 * packed once. */
#ifndef OISIN_BASE_DEFLATE_PIECE_H
#define OISIN_BASE_DEFLATE_PIECE_H

#include "base/deflate.h"

/* An empty last block. */
#define DEFLATE_PIECES_END ((Bytes){(const uint8_t[]){0x03, 0x00}, 2})

Bytes deflate_piece(Bytes bytes, int level, Arena *arena);

/* The Adler-32 of a text of which `a` is the sum of the first part and `b` that
 * (started from 1) of the second, which has `b_size` bytes. */
uint32_t adler32_join(uint32_t a, uint32_t b, uint64_t b_size);

#endif

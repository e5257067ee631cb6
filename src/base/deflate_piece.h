/* Deflate in pieces: compressed streams that can be concatenated.
 *
 * A piece is compressed independently of the data before it, ends on a byte boundary and does
 * not end the stream. Any number of pieces in any order, followed by DEFLATE_PIECES_END, are
 * one raw deflate stream (RFC 1951). Data that many files share is therefore compressed only
 * once. */
#ifndef OISIN_BASE_DEFLATE_PIECE_H
#define OISIN_BASE_DEFLATE_PIECE_H

#include "base/deflate.h"

/* An empty final block. */
#define DEFLATE_PIECES_END ((Bytes){(const uint8_t[]){0x03, 0x00}, 2})

Bytes deflate_piece(Bytes bytes, int level, Arena *arena);

/* Combines two Adler-32 sums: `a` of the first part, `b` (started from 1) of the second part,
 * which has `b_size` bytes. */
uint32_t adler32_join(uint32_t a, uint32_t b, uint64_t b_size);

#endif

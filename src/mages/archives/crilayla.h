/* CRILAYLA, the compression of CRI archives.
 *
 *   "CRILAYLA"  size:u32  packed:u32     little-endian; the size is without the first 256 bytes
 *   packed bytes
 *   the first 256 bytes of the file, not compressed
 *
 * The packed bytes are read from the last one to the first, each from its highest bit, and the
 * file is written from its end: a 0 and 8 bits are a byte; a 1, 13 bits of distance (less 3)
 * and a length copy bytes that are further behind. A length is 3 and numbers of 2, 3, 5, 8, 8,
 * ... bits, up to the first that is not all ones.
 *
 * Sources: public descriptions of the format (impacto, vgmstream, CriPakTools). */
#ifndef OISIN_MAGES_ARCHIVES_CRILAYLA_H
#define OISIN_MAGES_ARCHIVES_CRILAYLA_H

#include "base/report.h"

enum { CRILAYLA_HEAD = 16, CRILAYLA_PLAIN = 256 };

bool crilayla_is(Bytes file);

/* The size of the file after decompression; at least CRILAYLA_PLAIN. Requires `crilayla_is`. */
uint64_t crilayla_size(Bytes file);

/* Returns a description of the problem, or NULL. Check the size first: a few bytes can claim 4
 * GiB. */
const char *crilayla_unpack(Bytes file, Bytes *out, Arena *arena);

#endif

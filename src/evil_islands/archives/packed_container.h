/* The container of Evil Islands' characters (.mp) and saved games (.sav): data compressed as in
 * lz.h, with its size and a checksum.
 *
 * Sources (facts only): Kyr4l/ei-universal-mod, docs/file-formats/mp-format.md (container and
 * checksum) and sav-format.md (kinds). No genuine file was at hand. */
#ifndef OISIN_EVIL_ISLANDS_ARCHIVES_PACKED_CONTAINER_H
#define OISIN_EVIL_ISLANDS_ARCHIVES_PACKED_CONTAINER_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/archives/packed_container.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    PACKED_CHARACTER = 0x114,
    PACKED_ZONE = 0x102, /* also mission.sav */
    PACKED_CAMPAIGN = 0xDEAD,
    PACKED_VERSION = 0x74,      /* of all files that are known */
    PACKED_SIZE_MAX = 16 << 20, /* of the data; as in the tool um-multitool */
};

/* Whether the file begins like a container of this kind. */
bool packed_is(Bytes file, uint32_t kind);

uint32_t packed_checksum(Bytes data);

/* Reads a container of this kind. Errors: another kind, a damaged stream, a wrong checksum.
 * Bytes after the stream are a warning. `head` may be NULL. */
bool packed_read(Bytes file, uint32_t kind, PackedHead *head, Bytes *data, Arena *arena,
                 Report *report);
/* Documentation of head and compression. */
void packed_describe(Writer *writer);
Bytes packed_write(uint32_t kind, uint32_t version, Bytes data, Arena *arena);

#endif

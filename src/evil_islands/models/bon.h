/* BON files of Evil Islands: the position of a bone, relative to its parent, in each of the
 * eight extreme bodies (specs/evil_islands.md). The size is 96 bytes; empty files and files of
 * one offset exist. A .bon may also be an archive of these files (res.h). */
#ifndef OISIN_EVIL_ISLANDS_MODELS_BON_H
#define OISIN_EVIL_ISLANDS_MODELS_BON_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/models/bon.def"
#include "base/record_struct.h"
#undef RECORD_FILE

bool bon_read(Bytes file, BonFile *out, Arena *arena, Report *report);
Bytes bon_write(const BonFile *bon, Arena *arena);

#endif

/* LNK files of Evil Islands: the bones of a model and their parents, the root first
 * (specs/evil_islands.md). Names are cp1251; each text has its size before it, and usually a
 * zero at its end that counts. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_LNK_H
#define OISIN_FORMATS_EVIL_ISLANDS_LNK_H

#include "base/record.h"

#define RECORD_FILE "formats/evil_islands/lnk.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* Most bones of a model, far more than any has: each can be the parent of all others. */
enum { LNK_LINKS_MAX = 65535 };

typedef struct LnkBone {
    Text name;      /* UTF-8 */
    int32_t parent; /* -1: it has none */
} LnkBone;

bool lnk_read(Bytes file, LnkFile *out, Arena *arena, Report *report);
/* The file of bones, in their order. Refuses names that cp1251 does not have. */
bool lnk_write(const LnkBone *bones, size_t count, Bytes *out, Arena *arena, Report *report);
/* The bones of a file. A child before its parent, a parent that is not there and a name that
 * is there twice are errors that name the bone. Case counts. */
bool lnk_bones(const LnkFile *lnk, LnkBone **out, Arena *arena, Report *report);

/* For the registry (formats/format.h). */
bool lnk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool lnk_check(Bytes file, Arena *arena, Report *report);
bool lnk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text lnk_title(Bytes file, Arena *arena);
void lnk_describe(Writer *writer);

#endif

/* LNK files of Evil Islands: the bones of a model and their parents, root first
 * (specs/evil_islands.md). Names are cp1251; each text is preceded by its size, which usually
 * includes a final zero. */
#ifndef OISIN_EVIL_ISLANDS_MODELS_LNK_H
#define OISIN_EVIL_ISLANDS_MODELS_LNK_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/models/lnk.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* Maximum number of bones, far more than any model has: each can be the parent of all others.
 */
enum { LNK_LINKS_MAX = 65535 };

typedef struct LnkBone {
    Text name;      /* UTF-8 */
    int32_t parent; /* -1: none */
} LnkBone;

bool lnk_read(Bytes file, LnkFile *out, Arena *arena, Report *report);
/* Writes a file with the bones in their order. Fails if cp1251 cannot encode a name. */
bool lnk_write(const LnkBone *bones, size_t count, Bytes *out, Arena *arena, Report *report);
/* The bones of a file. A child before its parent, a missing parent and a duplicate name are
 * errors that name the bone. Names are case-sensitive. */
bool lnk_bones(const LnkFile *lnk, LnkBone **out, Arena *arena, Report *report);

/* For the registry (kit/formats/format.h). */
bool lnk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool lnk_check(Bytes file, Arena *arena, Report *report);
bool lnk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text lnk_title(Bytes file, Arena *arena);
void lnk_describe(Writer *writer);

#endif

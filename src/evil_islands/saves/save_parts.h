/* The explained parts of saved games of Evil Islands, which lie among bytes that nobody has
 * explained: stocks of items, parties, the quest variables after a party, starts of units.
 *
 * Nothing says where they are. They are found as the tool um-multitool finds them: at the first
 * byte from which a part can be read completely. In JSON the data is a list of parts, each an
 * object with one key: {"raw": HEX}, {"stock": ...}, {"party": ...}, {"variables": ...} or
 * {"unit": ...}. Their bytes, one after another, are the data; so a part that was found where
 * there is none does no harm.
 *
 * Source (facts only): Kyr4l/ei-universal-mod, docs/file-formats/sav-format.md. */
#ifndef OISIN_EVIL_ISLANDS_SAVES_SAVE_PARTS_H
#define OISIN_EVIL_ISLANDS_SAVES_SAVE_PARTS_H

#include "evil_islands/saves/party.h"

#define RECORD_FILE "evil_islands/saves/save_parts.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* Counts of the parts that were found. */
typedef struct SaveParts {
    size_t stocks, parties, variables, units;
    PartyIds ids;
} SaveParts;

/* Finds the parts of the rest of a walk's reader, and shows them as the list "parts". `out` may
 * be NULL. */
bool save_parts_walk(PartyWalk *walk, SaveParts *out);
bool save_parts_parse(const json_t *json, Writer *out, Arena *arena, Report *report);
void save_parts_describe(Writer *writer);

/* What campaign.c and zonestate.c share: a packed file that begins with `head`, which may be
 * NULL, and then has parts. If `head` fails, the JSON has the whole data as "data". */
typedef struct SaveKind {
    uint32_t kind;
    bool (*walk_head)(PartyWalk *walk);
    bool (*parse_head)(const json_t *json, Writer *out, Arena *arena, Report *report);
    const char *keys, *what; /* of the JSON; for messages */
} SaveKind;

bool save_show(const SaveKind *kind, Bytes file, JsonWriter *json, Arena *arena,
               Report *report);
bool save_check(const SaveKind *kind, Bytes file, Arena *arena, Report *report);
bool save_parse(const SaveKind *kind, const json_t *json, Bytes *out, Arena *arena,
                Report *report);
/* "2 stocks, 1 party, 30 units". */
Text save_title(const SaveKind *kind, Bytes file, Arena *arena);

#endif

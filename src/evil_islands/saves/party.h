/* Parties of Evil Islands: items, members, quest variables and money, as they are stored in
 * characters (character.c) and in saved games (campaign.c, zonestate.c).
 *
 *     stock      u32 count, items; u32 count, spells (PartyObject each)
 *                the details of the items (u32 id, then the record of their kind), u32
 *                0xFFFFFADF, u8; the same for the spells
 *     people     u32 count, ids of the backpack (0xFFFFFFFF: an empty place)
 *                u32 count, members: the parts of party_member.def each
 *     variables  names that end with a zero, each followed by its f32 value; an empty name ends
 *                them; then u32 key, u32 money ^ key
 *
 * The functions below convert between these bytes and members of a JSON object; no struct
 * stands between. A party that they read comes back byte for byte.
 *
 * Sources (facts only): Kyr4l/ei-universal-mod, docs/file-formats/mp-format.md (commit
 * cc943541), which was found in the game's program and compared with its screens, and
 * sav-format.md. No genuine file was at hand. */
#ifndef OISIN_EVIL_ISLANDS_SAVES_PARTY_H
#define OISIN_EVIL_ISLANDS_SAVES_PARTY_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/saves/party.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    PARTY_LIST_END = -1313, /* 0xFFFFFADF, after the details of a list */
    PARTY_UNIT_SIZE = 0x704,
    PARTY_PERK_MAX = 3,
    PARTY_MEMBERS_MAX = 64, /* a party has four; this keeps other data from looking like one */
};

/* Ids of objects, and the places that refer to them. */
typedef struct PartyIds {
    uint32_t *known, *used;
    size_t known_count, used_count;
    const char **uses; /* what refers to each of `used` */
} PartyIds;

/* What the walk over a party reports to. */
typedef struct PartyWalk {
    Reader *reader;
    JsonWriter *json; /* receives members of an open object; NULL: none */
    Arena *arena;
    PartyIds *ids;                                  /* collected if not NULL */
    void (*unit)(void *context, const PartyUnit *); /* called for each member's; may be NULL */
    void *context;
} PartyWalk;

/* Whether a number is the kind of an object (party_kinds.def). */
bool party_kind_is_known(uint32_t number);

bool party_walk_stock(PartyWalk *walk);
bool party_walk_people(PartyWalk *walk);
/* `min`: fails if there are fewer variables. */
bool party_walk_variables(PartyWalk *walk, size_t min);

/* Convert the same members back. */
bool party_parse_stock(const json_t *json, Writer *out, Arena *arena, Report *report);
bool party_parse_people(const json_t *json, Writer *out, Arena *arena, Report *report);
bool party_parse_variables(const json_t *json, Writer *out, Arena *arena, Report *report);

/* Warns about ids that are used and unknown, or used for two objects. */
void party_check_ids(const PartyIds *ids, Arena *arena, Report *report);
/* For PartyWalk.unit; `context` is a Report: warns about levels and experience out of range. */
void party_check_unit(void *context, const PartyUnit *unit);

/* Documentation of everything above. */
void party_describe(Writer *writer);

/* ---- helpers for files that contain parties ---- */

/* Reads a text that ends with a zero; shows it as UTF-8. */
bool party_walk_text(PartyWalk *walk, const char *key);
/* Reads a number of 1 to 4 bytes. */
bool party_walk_number(PartyWalk *walk, const char *key, unsigned bytes, uint32_t *out);
/* Reads a record of a constant size. */
bool party_walk_record(PartyWalk *walk, const char *key, const RecordLayout *layout);

bool party_parse_text(const json_t *json, const char *key, Writer *out, Arena *arena,
                      Report *report);
bool party_parse_number(const json_t *json, const char *key, unsigned bytes, Writer *out,
                        Report *report);
bool party_parse_record(const json_t *json, const char *key, const RecordLayout *layout,
                        Writer *out, Arena *arena, Report *report);
/* Every key of the object must be one of these words. */
bool party_keys_known(const json_t *json, const char *words, const char *what, Report *report);

#endif

/* Map objects of Evil Islands (.mob), sources: specs/evil_islands.md "MOB",
 * seeds/evil_islands.txt.
 *
 * A file is a row of nodes `u32 id; u32 size, with these 8 bytes; payload`: as a rule
 * OBJECTDBFILE, the tree of all that stands on the map, then AIGRAPH. What a payload is
 * follows from the id alone (mob_nodes.def, mob_types.def); a record has nodes again.
 *
 * Nothing is lost: a node whose id is unknown, or whose payload is not what its id says
 * (a Dword of one byte), keeps its bytes and is `raw`. Where a size cannot be, the node it
 * is in keeps what follows as `rest`, and that node's siblings are read all the same. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_MOB_H
#define OISIN_FORMATS_EVIL_ISLANDS_MOB_H

#include "base/json.h"
#include "base/record.h"
#include "geometry/vector.h"

typedef enum MobPayload {
#define PAYLOAD(word, name, size, doc) MOB_PAYLOAD_##word,
#include "formats/evil_islands/mob_types.def"
#undef PAYLOAD
    MOB_PAYLOADS
} MobPayload;

/* MOB_NID and so on: the ids, by name. */
enum MobId {
#define NODE(id, payload, name) MOB_##name = id,
#include "formats/evil_islands/mob_nodes.def"
#undef NODE
};

enum {
    MOB_HEAD = 8,            /* bytes of a node before its payload */
    MOB_DEPTH_MAX = 24,      /* of records; what is deeper stays raw. Official files have 7 */
    MOB_NODES_MAX = 1 << 19, /* in one file; the rest stays raw. 2,000 objects have 60,000 */
    MOB_WARNINGS_MAX = 20,   /* about nodes of one file */
    MOB_PLAYERS = 32,        /* rows and columns of a Diplomacy */
    MOB_GRAPH_CELL = 152,    /* bytes of an AiGraph for each cell */
};

#define RECORD_FILE "formats/evil_islands/mob.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* A row of mob_nodes.def. */
typedef struct MobKind {
    uint32_t id;
    MobPayload payload;
    const char *name;
} MobKind;

typedef struct MobNode MobNode;
struct MobNode {
    uint32_t id;
    /* `data` is not what `kind` says, or there is no kind: only the bytes are known. */
    bool raw;
    /* Of an array: the size in the file is four less than it should be, because it leaves the
     * count out. Written so again. */
    bool short_size;
    const MobKind *kind; /* NULL if the id is unknown */
    Bytes data;        /* the payload, a slice of the file; of a record that is not raw empty */
    MobNode *children; /* of a record that is not raw */
    size_t count;
    Bytes rest; /* of a record: what follows its children and is no node */
};

typedef struct Mob {
    MobNode *nodes;
    size_t count;
    Bytes rest; /* what follows the last node and is none */
} Mob;

/* False only if the file does not begin with a node. What is odd is warned of, at most
 * MOB_WARNINGS_MAX times. The file must live as long as the tree. */
bool mob_read(Bytes file, Mob *out, Arena *arena, Report *report);
/* All sizes follow from the content. The bytes of a tree just read are those of the file.
 * False if there would be more than a size can say. */
bool mob_write(const Mob *mob, Bytes *out, Arena *arena, Report *report);

/* NULL if the id, or the name, is unknown. */
const MobKind *mob_kind(uint32_t id);
const MobKind *mob_kind_named(Text name);
const char *mob_payload_name(MobPayload payload); /* the seed's: "Dword" */
/* The size of a payload that has a fixed one; SIZE_MAX of others. */
size_t mob_payload_size(MobPayload payload);
/* Whether the bytes are a payload of such a node. Any are a String; of a Record nothing is
 * looked at. */
bool mob_fits(const MobKind *kind, Bytes data);
/* The name of a node's kind, "node 0x00001234" if it has none. */
Text mob_name(const MobNode *node, Arena *arena);

/* The first top-level node of this id, the first child of this id; NULL if there is none,
 * or no `node`. */
const MobNode *mob_top(const Mob *mob, uint32_t id);
const MobNode *mob_child(const MobNode *node, uint32_t id);

/* Values. Of NULL, of a raw node and of one of another type they give `fallback` (texts:
 * empty), so that `mob_u32(mob_child(object, MOB_NID), 0)` is safe. */
uint32_t mob_u32(const MobNode *node, uint32_t fallback); /* Byte and Dword */
float mob_f32(const MobNode *node, float fallback);
Vec3 mob_vec3(const MobNode *node, Vec3 fallback);
Quat mob_quat(const MobNode *node, Quat fallback);
/* String, and StringEncrypted decrypted; UTF-8. */
Text mob_text(const MobNode *node, Arena *arena);
/* StringArray, UTF-8; how many there are. */
size_t mob_strings(const MobNode *node, Text **out, Arena *arena);

/* The map's script: the first SS_TEXT, else the first SS_TEXT_OLD that is not raw, at any
 * depth; NULL if there is none. Its text as stored, in UTF-8, is `mob_text` of it. */
const MobNode *mob_script(const Mob *mob);
/* A payload of SS_TEXT, without its key, turned over in place; the same both ways. */
void mob_crypt(uint32_t key, uint8_t *data, size_t size);

/* For the registry (formats/format.h). */
bool mob_is(Bytes file);
bool mob_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mob_check(Bytes file, Arena *arena, Report *report);
bool mob_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mob_title(Bytes file, Arena *arena);
void mob_describe(Writer *writer);

#endif

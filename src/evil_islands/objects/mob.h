/* Map objects of Evil Islands (.mob). Sources: specs/evil_islands.md "MOB",
 * seeds/evil_islands.txt.
 *
 * A file is a list of nodes `u32 id; u32 size, including these 8 bytes; payload`: usually
 * OBJECTDBFILE, the tree of everything on the map, followed by AIGRAPH. The id determines the
 * type of the payload (mob_nodes.def, mob_types.def); a record contains nodes.
 *
 * Everything is preserved: a node whose id is unknown, or whose payload does not match its id
 * (a Dword of one byte), keeps its bytes and is `raw`. After an invalid size, the parent node
 * stores the following bytes as `rest`, and the parent's siblings are read normally. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MOB_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MOB_H

#include "base/json.h"
#include "base/record.h"
#include "base/image/vector.h"

typedef enum MobPayload {
#define PAYLOAD(word, name, size, doc) MOB_PAYLOAD_##word,
#include "evil_islands/objects/mob_types.def"
#undef PAYLOAD
    MOB_PAYLOADS
} MobPayload;

/* The ids by name: MOB_NID and so on. */
enum MobId {
#define NODE(id, payload, name) MOB_##name = id,
#include "evil_islands/objects/mob_nodes.def"
#undef NODE
};

enum {
    MOB_HEAD = 8,            /* bytes before the payload of a node */
    MOB_DEPTH_MAX = 24,      /* of records; deeper nodes stay raw. Official files have 7 */
    MOB_NODES_MAX = 1 << 19, /* per file; further nodes stay raw. 2,000 objects have 60,000 */
    MOB_WARNINGS_MAX = 20,   /* about nodes of a file */
    MOB_PLAYERS = 32,        /* rows and columns of a Diplomacy */
    MOB_GRAPH_CELL = 152,    /* bytes per cell of an AiGraph */
};

#define RECORD_FILE "evil_islands/objects/mob.def"
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
    /* `data` does not match `kind`, or the id is unknown: only the bytes are stored. */
    bool raw;
    /* Of an array: the size in the file is four less than the actual size, because it does not
     * include the count. It is written in the same way. */
    bool short_size;
    const MobKind *kind; /* NULL if the id is unknown */
    Bytes data;          /* the payload, a slice of the file; empty for a record that is not raw
                          */
    MobNode *children;   /* for a record that is not raw */
    size_t count;
    Bytes rest; /* of a record: bytes after its children */
};

typedef struct Mob {
    MobNode *nodes;
    size_t count;
    Bytes rest; /* bytes after the last node */
} Mob;

/* Fails only if the file does not begin with a node. Anomalies cause warnings, at most
 * MOB_WARNINGS_MAX. The file must live as long as the tree. */
bool mob_read(Bytes file, Mob *out, Arena *arena, Report *report);
/* Computes all sizes from the content. An unmodified tree yields the bytes of the file. Returns
 * false if a size would exceed its range. */
bool mob_write(const Mob *mob, Bytes *out, Arena *arena, Report *report);

/* NULL if the id, or the name, is unknown. */
const MobKind *mob_kind(uint32_t id);
const MobKind *mob_kind_named(Text name);
const char *mob_payload_name(MobPayload payload); /* name in the specification: "Dword" */
/* The size of a payload of fixed size; SIZE_MAX for others. */
size_t mob_payload_size(MobPayload payload);
/* Whether the bytes are a valid payload of such a node. Any bytes are a valid String; the
 * content of a Record is not checked. */
bool mob_fits(const MobKind *kind, Bytes data);
/* The name of a node's kind; "node 0x00001234" if it is unknown. */
Text mob_name(const MobNode *node, Arena *arena);

/* The first top-level node with this id, and the first child with this id; NULL if there is
 * none or `node` is NULL. */
const MobNode *mob_top(const Mob *mob, uint32_t id);
const MobNode *mob_child(const MobNode *node, uint32_t id);
/* Appends a copy of `child`. The list is copied, since that of a node that was read has no
 * space for more. */
void mob_add_child(MobNode *node, const MobNode *child, Arena *arena);

/* Values of nodes. For NULL, raw nodes and nodes of another type they return `fallback` (texts:
 * empty), so that `mob_u32(mob_child(object, MOB_NID), 0)` is safe. */
uint32_t mob_u32(const MobNode *node, uint32_t fallback); /* Byte and Dword */
float mob_f32(const MobNode *node, float fallback);
Vec3 mob_vec3(const MobNode *node, Vec3 fallback);
Quat mob_quat(const MobNode *node, Quat fallback);
/* String, or decrypted StringEncrypted; UTF-8. */
Text mob_text(const MobNode *node, Arena *arena);
/* StringArray, UTF-8; returns the number of texts. */
size_t mob_strings(const MobNode *node, Text **out, Arena *arena);

/* The map's script: the first SS_TEXT, otherwise the first SS_TEXT_OLD that is not raw, at any
 * depth; NULL if there is none. `mob_text` returns its text as stored, in UTF-8. */
const MobNode *mob_script(const Mob *mob);
/* Encrypts or decrypts a payload of SS_TEXT, without its key, in place; both operations are the
 * same. */
void mob_crypt(uint32_t key, uint8_t *data, size_t size);

/* For the registry (kit/formats/format.h). */
bool mob_is(Bytes file);
bool mob_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mob_check(Bytes file, Arena *arena, Report *report);
bool mob_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mob_title(Bytes file, Arena *arena);
void mob_describe(Writer *writer);

#endif

/* The records of the .tng container as C structs; the .def files document the members. Lists
 * are pointers into the arena that was passed to the reader. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_RECORDS_H
#define OISIN_TIRNANOG_CONTAINER_TNG_RECORDS_H

#include "base/record.h"

/* What a number refers to: the `meaning` of its layout. */
typedef enum TngKind {
    KIND_PLAIN,
    KIND_TEXT,
    KIND_STRING, /* from here to the attribute: offsets in the strings */
    KIND_FONT,
    KIND_MUSIC,
    KIND_SOUND,
    KIND_MOVIE,
    KIND_SPEECH,
    KIND_CUTSCENE,
    KIND_MAP,
    KIND_ATTRIBUTE,
    KIND_OBJECT,
    KIND_SPRITE,
    KIND_RELATION,
    KIND_EVENT,
    KIND_RESERVED,
    KIND_BYTECODE,
    KIND_DERIVED,
} TngKind;

#define MEANING(name, type, bytes, is_signed, kind, doc)                                       \
    typedef type name;                                                                         \
    enum { name##_bytes = bytes };                                                             \
    extern const RecordLayout name##_layout;
#include "tirnanog/container/tng_types.def"
#undef MEANING

typedef u8 Bytecode; /* lists of it are scripts */
enum { Bytecode_bytes = 1 };
extern const RecordLayout Bytecode_layout;

enum {
    TNG_NO_TEXT = 0xFFFFFF,       /* seed: "For the others -1 (0xffffff) encodes not set" */
    TNG_NO_SPRITE = 0xFFFF,       /* specs/project.md, Values */
    TNG_PLAYER_PORTRAIT = 0xFFF0, /* seed, dialogs: FFF0 to FFFE are the player's expressions */
    TNG_EQUIP_SLOTS = 32,
    TNG_WAYS_MIN = 3, /* of moving: walking, swimming, flying; then driving, and a fifth */
    TNG_WAYS_MAX = 5,
    TNG_ROW_LENGTH = 20, /* 19 actions and a portrait */
    TNG_LAYERS = 11,
    TNG_FRAME_RATE = 30, /* frames, and ticks, a second; also if the header has 0 */
    TNG_NPC_CATEGORY = 21,
    TNG_SPAWNER_CATEGORY = 22,
    RELATION_SET = 255,
};

/* The bytes of an object's ObjectLayers if a row has `length` sprites. */
#define TNG_LAYERS_SIZE(length) (3 + 2 * 3 * (size_t)(length))

static inline bool tng_kind_is_string(TngKind kind)
{
    return kind >= KIND_STRING && kind <= KIND_ATTRIBUTE;
}

#define RECORD_FILE "tirnanog/container/tng.def"
#include "base/record_struct.h"
#undef RECORD_FILE

/* The reference whose member `index` is at `index`: every number of KIND_SPRITE is in one. */
static inline const SpriteRef *tng_sprite_ref(const void *index)
{
    return (const void *)((const char *)index - offsetof(SpriteRef, index));
}

#endif

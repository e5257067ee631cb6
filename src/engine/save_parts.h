/* What the files of saving and loading tell each other; not for others. */
#ifndef OISIN_ENGINE_SAVE_PARTS_H
#define OISIN_ENGINE_SAVE_PARTS_H

#include "engine/parts.h"
#include "engine/save.h"

/* ---- tables: save_tables.def ---- */

/* What a column's numbers are; so they are checked, and found again by their names. */
typedef enum SaveKind {
    SAVE_NUMBER,
    SAVE_SIGNED,
    SAVE_MAP, /* or NONE */
    SAVE_QUEST,
    SAVE_OBJECT, /* or 65535 or more: none */
    SAVE_SPRITE, /* category << 16 | index */
    SAVE_ENTITY,
    SAVE_MUSIC,     /* or 0 */
    SAVE_IN_CELL,   /* a coordinate on the map */
    SAVE_NEAR_CELL, /* of this map or one beside it */
    SAVE_FAR_CELL,  /* whatever a script can name */
    SAVE_PIXEL,     /* of the map's picture or one beside it */
    SAVE_FOOT,      /* the same in 1/256 pixels */
    SAVE_ELSEWHERE, /* no column */
} SaveKind;

typedef struct SaveColumn {
    const char *name;
    size_t offset, size;
    SaveKind kind;
    uint32_t most;
} SaveColumn;

typedef enum SaveTableType {
#define TABLE(name, row) SAVE_##name,
#define COLUMN(member, kind, most)
#define WIDE(member)
#define ELSEWHERE(member)
#define END(name)
#include "engine/save_tables.def"
    SAVE_TABLES
} SaveTableType;

const SaveColumn *save_columns(SaveTableType type, size_t *count);
const char *save_table_name(SaveTableType type);
size_t save_row_size(SaveTableType type);

/* Rows that no struct of the engine is. */
typedef struct SaveSlot {
    uint32_t index, x, y;
} SaveSlot;
typedef struct SaveNumber {
    uint32_t value;
} SaveNumber;
typedef struct SaveValue {
    uint32_t row, index, value;
} SaveValue;
typedef struct SaveAttribute {
    uint32_t global;
    int32_t points;
} SaveAttribute;
typedef struct SaveField {
    uint32_t quantity, object;
} SaveField;
typedef struct SaveRun {
    uint32_t handler, orphan, step, depth, self, opponent, pending;
} SaveRun;
typedef struct SaveChange {
    uint32_t map, sprite;
    Cell cell;
} SaveChange;
typedef struct SaveMapState {
    uint32_t map, stale;
    uint64_t changes;
    uint32_t watch_count, spawn_count;
} SaveMapState;

enum { ENTITY_ATTRIBUTES_MOST = 255, SAVE_SCREENS = 4 };

static inline bool attribute_is_global(const Content *content, uint32_t ordinal)
{
    const unsigned type = content->attributes->attributes[ordinal].type;
    return type == ATTRIBUTE_GLOBAL || type == ATTRIBUTE_GLOBAL_CALCULATED;
}

/* ---- saving ---- */

typedef struct Save {
    const World *world;
    Snapshot *out;
    SavState *state;
    Numbers noted, handlers; /* names and scripts that are in the state already */
    SavTable *tables;
    SavName *names;
    SavHandler *handler_list;
    Bytes *codes;
    size_t name_count, handler_count, table_count;
    Arena *arena;
} Save;

/* The number's name will be in the file. */
void save_note(Save *save, SavNameKind kind, uint32_t number);
/* Adds a table unless it has no rows. */
void save_rows(Save *save, SaveTableType type, const void *const *rows, size_t count);
void save_array(Save *save, SaveTableType type, const void *rows, size_t count);
void save_tasks(Save *save);
void save_maps(Save *save);

/* What record numbers of a screen mean; false if nothing that has a name. */
bool screen_record_kind(uint32_t screen, SavNameKind *out);
/* The section whose records have the names; SECTION_TYPES if none. */
unsigned name_section(SavNameKind kind);
/* Of a handler's owner; false if its number means the same in each game. */
bool handler_owner_kind(uint32_t section, SavNameKind *out);

/* ---- names: save_names.c ---- */

typedef struct GameNames {
    const TngFile *game;
    TngNames sprites;
} GameNames;
Text game_name(const GameNames *names, SavNameKind kind, uint32_t number);
/* Over what code does, whatever numbers its references have in this game. */
uint64_t game_code_hash(const GameNames *names, Bytes code);

/* ---- loading ---- */

typedef struct Load {
    World *world;
    const Sav *sav;
    const SavState *state; /* NULL: another program's save */
    bool moved;            /* of another build: numbers are found by their names */
    bool failed;           /* it has been said */
    Numbers numbers;       /* moved: where each named number is now */
    GameNames names;       /* moved */
    SaveNotes *notes;
    Arena *arena, *scratch;
    Report *report;
} Load;

/* Says what is wrong, once; false. */
bool load_fail(Load *load, const char *format, ...) __attribute__((format(printf, 2, 3)));
void load_say(Load *load, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What a number of the save is in this game; NONE if it is gone, or never was. */
uint32_t load_number(Load *load, SavNameKind kind, uint32_t number);
/* Its name in the saved game, for messages. */
Text load_name(const Load *load, SavNameKind kind, uint32_t number);
void load_names(Load *load);

/* How many rows the file has; 0 without the table. Fails above `most`. */
size_t load_count(Load *load, SaveTableType type, size_t most);
/* Sets all columns of rows that follow each other every `stride` bytes. */
bool load_rows(Load *load, SaveTableType type, void *const *rows, size_t count);
bool load_array(Load *load, SaveTableType type, void *rows, size_t count);
/* A whole table into the scratch arena; NULL if it failed or is empty. */
void *load_table(Load *load, SaveTableType type, size_t most, size_t *count);

bool load_actors(Load *load);
bool load_maps(Load *load);
bool load_tasks(Load *load);
bool load_screens(Load *load);

#endif

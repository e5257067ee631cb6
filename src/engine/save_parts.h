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
    uint32_t max;
} SaveColumn;

typedef enum SaveTableType {
#define TABLE(name, row) SAVE_##name,
#define COLUMN(member, kind, max)
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
} SaveAttribute;
/* Of a player: the place in the world, the ordinal of the chunk USER. */
typedef struct SaveSeat {
    uint32_t place, user, started;
} SaveSeat;
/* `row`: of the player; of winners their id. */
typedef struct SaveQuest {
    uint32_t row, quest;
} SaveQuest;
typedef struct SavePoints {
    uint32_t row, attribute;
    int32_t points;
} SavePoints;
/* What entity blocks have no place for. */
typedef struct SaveValues {
    SaveValue *items;
    size_t count;
} SaveValues;
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

/* An NPC: its place among the actors, its ordinal. */
typedef struct SaveFolk {
    uint32_t index, npc;
} SaveFolk;

enum { ENTITY_ATTRIBUTES_MAX = 255, SAVE_SCREENS = 4 };

static inline bool attribute_is_global(const Content *content, uint32_t ordinal)
{
    const unsigned type = content->attributes->attributes[ordinal].type;
    return type == ATTRIBUTE_GLOBAL || type == ATTRIBUTE_GLOBAL_CALCULATED;
}

/* ---- saving ---- */

typedef struct Save {
    const World *world;
    const Player *const *players; /* to be saved: a row and a chunk USER each */
    size_t player_count;
    bool alone; /* a character: only they, and their handlers */
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
void save_entity(Save *save, const Actor *actor, uint32_t row, SavEntity *entity,
                 SaveValues *further);
/* Everybody who plays, by their ids. */
void save_list_players(Save *save);
/* Whether a task goes into the file. */
bool save_takes(const Save *save, const Task *task);
/* Of a character: when it was, and whom its handlers are about. */
void save_moment(Save *save);
/* All that they have and see. */
void save_players(Save *save, SaveValues *further);

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
    bool joining;          /* a character comes into a world that is running */
    uint32_t joining_place;
    bool timed; /* a character with its handlers, taken out at the tick `moment` */
    uint32_t moment;
    const SaveFolk *folk; /* NPCs as they were, and where each is in this world, or NONE */
    uint32_t *folk_now;
    size_t folk_count;
    const Task *tasks_before; /* a character's, and what they are now; NULL: ended */
    Task **tasks_now;
    size_t task_count;
    const SaveSeat *player_slots; /* a row for each player of the save */
    size_t player_slot_count;
    uint32_t *places; /* of each row: the place in this world; NONE: left out */
    uint32_t *selves; /* of each row: the actor in the save, and in this world */
    uint32_t *selves_now;
    Numbers numbers; /* moved: where each named number is now */
    GameNames names; /* moved */
    SaveNotes *notes;
    Arena *arena, *scratch;
    Report *report;
} Load;

/* Says what is wrong, once; false. */
bool load_fail(Load *load, const char *format, ...) __attribute__((format(printf, 2, 3)));
void load_report(Load *load, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What a number of the save is in this game; NONE if it is gone, or never was. */
uint32_t load_number(Load *load, SavNameKind kind, uint32_t number);
/* Its name in the saved game, for messages. */
Text load_name(const Load *load, SavNameKind kind, uint32_t number);
void load_names(Load *load);

/* How many rows the file has; 0 without the table. Fails above `most`. */
size_t load_count(Load *load, SaveTableType type, size_t max);
/* Sets all columns of rows that follow each other every `stride` bytes. */
bool load_rows(Load *load, SaveTableType type, void *const *rows, size_t count);
bool load_array(Load *load, SaveTableType type, void *rows, size_t count);
/* A whole table into the scratch arena; NULL if it failed or is empty. */
void *load_table(Load *load, SaveTableType type, size_t max, size_t *count);

/* Who of the save plays on in this world, and where; `load->seats` and so on. */
bool load_seats(Load *load);
/* The chunk USER of a row. */
const SavUser *load_user_of(const Load *load, size_t row);
/* What they have and see; all actors are there. */
bool load_players(Load *load);
/* An entity of the save here; those of players who are left out are nobody. */
uint32_t load_entity(const Load *load, uint32_t entity);
/* An actor's index and a place of the save here; NONE if it is left out. */
uint32_t load_actor(const Load *load, uint32_t index);
uint32_t load_place(const Load *load, uint32_t place);
bool load_actors(Load *load);
bool load_maps(Load *load);
bool load_tasks(Load *load);
bool load_screens(Load *load);

/* ---- characters: save_character.c ---- */

enum {
    FOLK_MAX = 256,    /* NPCs that the handlers of one player are about */
    CARRIED_MAX = 256, /* running handlers of one player; the others end */
    CLOCK_MAX = 60,    /* seconds that somebody may still be talking, dying and so on */
};
/* The chunk OISN, and whether its numbers are this game's: save_load.c. */
void load_find_state(Load *load);
bool load_moment(Load *load);
/* Finds its people again, as soon as its map is there. */
void load_folk(Load *load);
uint32_t load_npc_now(const Load *load, uint32_t index);
/* A moment that was over, and one that was to come within `most` ticks. */
uint32_t load_since(const Load *load, uint32_t tick);
uint32_t load_until(const Load *load, uint32_t tick, uint32_t max);
/* What an actor, a player, a screen and a handler of a character know of the clock and of
 * the world that they came from. */
void load_actor_here(const Load *load, Actor *actor);
void load_player_here(const Load *load, Player *player);
void load_screen_here(const Load *load, ScreenState *screen);
bool load_own_tasks(Load *load);
/* The number of a task that had another one; 0 if it has ended. */
uint32_t load_task(const Load *load, uint32_t number);
/* An object's number now, TNG_NO_SPRITE if there is none. */
uint16_t load_object(Load *load, uint32_t object);

#endif

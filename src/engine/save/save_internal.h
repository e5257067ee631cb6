/* Private to saving and loading: types and functions that their files share. */
#ifndef OISIN_ENGINE_SAVE_SAVE_INTERNAL_H
#define OISIN_ENGINE_SAVE_SAVE_INTERNAL_H

#include "engine/screens/screens.h"
#include "engine/save/save.h"
#include "engine/state/state_members.h"

/* ---- tables: save_rows.def ---- */

#define STATE_FILE "engine/save/save_rows.def"
#include "engine/state/state_struct.h"

typedef enum SaveTableType {
#define TABLE(name, Entity) SAVE_##name,
#include "engine/save/save_rows.def"
    SAVE_TABLES
} SaveTableType;

/* What the rows of a table are; each SAVED member is a column. */
const StateEntity *save_table_entity(SaveTableType type);
const char *save_table_name(SaveTableType type);
/* Whether a member is a column of its entity's table; whether it has a table of its values. */
bool save_is_column(const StateMember *member);
bool save_is_list(const StateMember *member, SaveTableType *table);
/* Whether numbers with this check refer to things with names, or to entities. */
static inline bool save_has_names(StateCheck check)
{
    return check >= CHECK_MAP && check <= CHECK_MUSIC;
}

/* Values that do not fit into entity blocks. */
typedef struct SaveValues {
    SaveValue *items;
    size_t count;
} SaveValues;
enum { ENTITY_ATTRIBUTES_MAX = 255, SAVE_SCREENS = 4 };

static inline bool attribute_is_global(const Content *content, uint32_t ordinal)
{
    const unsigned type = content->attributes->attributes[ordinal].type;
    return type == ATTRIBUTE_GLOBAL || type == ATTRIBUTE_GLOBAL_CALCULATED;
}

/* ---- names: save_names.c ---- */

typedef struct GameNames {
    const TngFile *game;
    TngNames sprites;
} GameNames;
GameNames game_names(const TngFile *game, Arena *arena);
Text game_name(const GameNames *names, SavNameKind kind, uint32_t number);
/* The number of names for kinds that count from 0. */
uint32_t game_name_count(const TngFile *game, SavNameKind kind);
/* Hash over the effect of bytecode, independent of the numbers of its references. */
uint64_t game_code_hash(const GameNames *names, Bytes code);
/* The kind of a screen's record numbers; false if they have no names. */
bool screen_record_kind(uint32_t screen, SavNameKind *out);
/* The section whose records have these names; SECTION_TYPES if none. */
unsigned name_section(SavNameKind kind);
/* The kind of a handler's owner; false if its number is the same in every game. */
bool handler_owner_kind(uint32_t section, SavNameKind *out);

/* ---- saving ---- */

typedef struct Save {
    const World *world;
    const Player *const *players; /* those to save: a row and a chunk USER each */
    size_t player_count;
    bool alone; /* a character: only the player and its handlers */
    Snapshot *out;
    SavState *state;
    NumberMap noted, handlers; /* names and scripts that are already in the state */
    SavTable *tables;
    SavName *names;
    SavHandler *handler_list;
    Bytes *codes;
    size_t name_count, handler_count, table_count;
    Arena *arena;
} Save;

/* save_tables.c */
/* Adds the number's name to the file. */
void save_note(Save *save, SavNameKind kind, uint32_t number);
/* Adds a table, unless it has no rows. */
void save_rows(Save *save, SaveTableType type, const void *const *rows, size_t count);
void save_array(Save *save, SaveTableType type, const void *rows, size_t count);
/* Adds the tables of the lists that these rows have: orders of actors, alerts of players. */
void save_lists(Save *save, const StateEntity *entity, const void *const *rows, size_t count);

/* save_maps.c, save_entity.c, save_tasks.c, save_players.c, save_character.c */
void save_tasks(Save *save);
void save_maps(Save *save);
void save_entity(Save *save, const Actor *actor, uint32_t row, SavEntity *entity,
                 SaveValues *further);
/* Collects all players, ordered by ID. */
void save_list_players(Save *save);
/* Whether a task is saved. */
bool save_takes(const Save *save, const Task *task);
/* For a character: the tick, and the NPCs that its handlers refer to. */
void save_moment(Save *save);
/* The players' belongings and screens. */
void save_players(Save *save, SaveValues *further);

/* ---- loading ---- */

/* Loads a saved character into a new player; its `used` and `id` are not set. */
bool load_character(World *world, Bytes file, uint32_t player_index, SaveNotes *notes,
                    Report *report);

typedef struct Load {
    World *world;
    Player *player; /* whose rows are being loaded */
    const Sav *sav;
    const SavState *state; /* NULL: another program's save */
    bool moved;            /* from another build: numbers are migrated by name */
    bool failed;           /* an error was reported */
    bool joining;          /* a character joins a running world */
    uint32_t joining_index;
    bool timed; /* a character with its handlers, removed at the tick `moment` */
    uint32_t moment;
    const SaveNpc *folk; /* saved NPCs, and the index of each in this world, or NONE */
    uint32_t *folk_now;
    size_t folk_count;
    const Task *tasks_before; /* a character's tasks, and the new ones; NULL: ended */
    Task **tasks_now;
    size_t task_count;
    const SavePlayerSlot *player_slots; /* a row for each player of the save */
    size_t player_slot_count;
    uint32_t *places; /* per row: the index in this world; NONE: left out */
    uint32_t *selves; /* per row: the actor in the save, and in this world */
    uint32_t *selves_now;
    NumberMap numbers; /* if `moved`: from numbers of the save to those of this game */
    GameNames names;   /* if `moved` */
    SaveNotes *notes;
    Arena *arena, *scratch;
    Report *report;
} Load;

static inline PlayerContext load_turn(const Load *load)
{
    return (PlayerContext){load->world, load->player};
}
/* save_load_numbers.c */
/* Reports an error, only the first one; returns false. load_report adds a note. */
bool load_fail(Load *load, const char *format, ...) PRINTF_LIKE(2, 3);
void load_report(Load *load, const char *format, ...) PRINTF_LIKE(2, 3);
/* Translates a number of the save to this game's; NONE if it no longer exists. */
uint32_t load_number(Load *load, SavNameKind kind, uint32_t number);
/* The number's name in the saved game, for messages. */
Text load_name(const Load *load, SavNameKind kind, uint32_t number);
void load_names(Load *load);
/* Translates an entity; entities of players who are left out become ENTITY_NONE. */
uint32_t load_entity(const Load *load, uint32_t entity);
/* Translate an actor's index and a player's index; NONE if it is left out. */
uint32_t load_actor(const Load *load, uint32_t index);
uint32_t load_player_index(const Load *load, uint32_t player_index);

/* save_load_tables.c */
/* Number of rows in the file; 0 if the table is missing. Fails above `max`. */
size_t load_count(Load *load, SaveTableType type, size_t max);
/* Sets all columns of rows that follow each other every `stride` bytes. */
bool load_rows(Load *load, SaveTableType type, void *const *rows, size_t count);
bool load_array(Load *load, SaveTableType type, void *rows, size_t count);
/* Fills the lists of rows whose columns are set. Memory of POINTED ones is in the scratch
 * arena. */
bool load_lists(Load *load, const StateEntity *entity, void *const *rows, size_t count);
/* Loads a whole table and the lists of its rows into the scratch arena; NULL if it failed or is
 * empty. */
void *load_table(Load *load, SaveTableType type, size_t max, size_t *count);

/* save_load_players.c */
/* Selects the players of the save that continue, and their indices in this world. */
bool load_player_slots(Load *load);
/* The chunk USER of a row. */
const SavUser *load_user_of(const Load *load, size_t row);
/* Loads the players' belongings and screens, after all actors. */
bool load_players(Load *load);

/* save_actors.c, save_maps.c, save_tasks.c, save_screens.c */
bool load_actors(Load *load);
bool load_maps(Load *load);
bool load_tasks(Load *load);
bool load_screens(Load *load);

/* ---- characters that join: save_character.c, save_load_clocks.c ---- */

enum {
    FOLK_MAX = 256,    /* NPCs that the handlers of one player refer to */
    CARRIED_MAX = 256, /* running handlers of one player; further ones end */
    CLOCK_MAX = 60,    /* seconds: limit for the end of talking, dying and so on */
};
/* Finds the chunk OISN, and whether its numbers are this game's: save_load_tables.c. */
void load_find_state(Load *load);
bool load_moment(Load *load);
/* Finds the NPCs that a character refers to, as soon as its map is loaded. */
void load_npcs(Load *load);
uint32_t load_npc_now(const Load *load, uint32_t index);
/* Translate a past tick, and a future one at most `max` ticks ahead. */
uint32_t load_since(const Load *load, uint32_t tick);
uint32_t load_until(const Load *load, uint32_t tick, uint32_t max);
/* Translate the ticks, actors and players in an actor, a player, a screen and a handler
 * of a character to those of the world that it joins. */
void load_actor_here(const Load *load, Actor *actor);
void load_player_here(const Load *load, Player *player);
void load_screen_here(const Load *load, ScreenState *screen);
bool load_own_tasks(Load *load);
/* The new number of a task of the save; 0 if it has ended. */
uint32_t load_task(const Load *load, uint32_t number);
/* An object's number in this game, TNG_NO_SPRITE if there is none. */
uint16_t load_object(Load *load, uint32_t object);

#endif

/* Private to studio/scenario/, and to library/, which uses the same queries on a world.
 */
#ifndef OISIN_STUDIO_SCENARIO_SCENARIO_INTERNAL_H
#define OISIN_STUDIO_SCENARIO_SCENARIO_INTERNAL_H

#include "engine/world.h"
#include "base/image/image.h"
#include "studio/scenario/scenario.h"

/* ---- parsed files ---- */

typedef enum KindNumber {
#define KIND(name, reference, words, min, max, fallback, doc) KIND_OF_##name,
#include "studio/scenario/scenario_kinds.def"
    KINDS
} KindNumber;

typedef struct Kind {
    const char *name;
    ScriptKind reference;
    const char *words;
    int64_t min, max;
    int32_t fallback;
    const char *doc;
} Kind;
extern const Kind kinds[KINDS];

enum { VALUES_MAX = 6, CALLS_MAX = 8 };

/* A value of a step. */
typedef struct Value {
    bool given;
    ScriptKind reference; /* NUMBER: `number` is used; otherwise `index` */
    int32_t number;
    uint32_t index; /* the script compiler's number */
    Text word;      /* as written; of a text: without the quotes */
} Value;

typedef struct Run Run;
typedef struct Step Step;

/* Executes a step; false after `run_fail`. */
typedef bool StepFunction(Run *run, const Step *step);
/* Evaluates a condition; `found` gets a description of the actual state. */
typedef bool ConditionFunction(Run *run, const Value *values, Writer *found);

#define STEP(word, pattern, function, script, doc) StepFunction function;
#define CONDITION(word, pattern, function, doc) ConditionFunction function;
#include "studio/scenario/scenario_steps.def"

typedef struct Row {
    const char *word, *pattern, *doc;
    StepFunction *step; /* or */
    ConditionFunction *condition;
    const char *script;
    bool group; /* `word` is a title */
} Row;
extern const Row rows[];
extern const size_t row_count;
/* Whether the step is a setting of the scenario. */
bool step_is_setting(const Step *step);

/* The keyword before a row's own words. */
typedef enum StepForm { FORM_STEP, FORM_EXPECT, FORM_WAIT, FORM_CALL } StepForm;

typedef struct Block Block;

struct Step {
    StepForm form;
    bool inverse; /* expect no ..., cannot ... */
    const Row *row;
    Value values[VALUES_MAX];
    Bytes code;                   /* of a script, compiled */
    const Block *block;           /* FORM_CALL */
    uint32_t centiseconds, ticks; /* of TIME: one of them */
    Text path, text;              /* the file, and the step as written */
    Text condition; /* of `expect` and `wait until`: as written; of a call: the name */
    uint32_t line;
};

typedef struct Block {
    Text name;
    Step *steps;
    size_t count;
    Text path;
    uint32_t line;
} Block;

typedef struct Scenario {
    Block own;
    const Block *background; /* or NULL */
} Scenario;

struct Scenarios {
    Scenario **items;
    size_t count;
    Block **blocks; /* of the keyword `steps` */
    size_t block_count;
    Block **parts; /* all blocks */
    size_t part_count;
    ProjectFile *pictures; /* tests/NAME.png */
    size_t picture_count;
    const ScriptNames *names;
    Arena *arena;
};

/* ---- a running scenario ---- */

/* An event for the history: something that a handler did, or the start of a step. */
typedef struct Happening {
    uint32_t tick;
    const Step *step; /* the step that started; else NULL */
    ScriptRef ref;
    uint32_t number; /* of a command; 0: an attribute was set */
    int32_t arguments[COMMAND_VALUES];
    uint32_t entity, npc, attribute;
    int32_t value;
} Happening;

enum { HAPPENINGS_MAX = 48, EFFECTS_HEARD_MAX = 128 };

/* A handler for which a step waits. */
enum { WANTED_ANY_EVENT = 0xFFFFFFFF }; /* default actions have no type of event */
typedef struct Wanted {
    uint32_t section, index, type; /* TngEventType, or WANTED_ANY_EVENT */
    bool ran;
} Wanted;

struct Run {
    const Scenarios *scenarios;
    const TngFile *game;
    const ScenarioLimits *limits;
    World *world;
    Arena *arena;   /* of the world */
    Arena *results; /* outlives the world */
    Arena *scratch; /* for one step */
    Report report;  /* messages of the engine about the game; not shown */
    Observer observer;
    Happening happenings[HAPPENINGS_MAX]; /* ring buffer */
    uint32_t happening_count, told;       /* total number; number written to the history */
    Writer *history;                      /* verbose: gets everything; else NULL */
    Wanted wanted;
    uint32_t removed; /* the kind of the NPC that a handler removed last; NONE: none yet */
    Effect heard[EFFECTS_HEARD_MAX];
    uint32_t heard_count;
    uint64_t alerts; /* bits: alerts shown during this step */
    uint32_t step_ticks, step_count, depth;
    const Step *step;
    Text problem;   /* the failure; empty: none */
    bool senseless; /* not a refusal by the game: a limit, or no such thing or screen here */
    uint8_t *marks;
    const struct Coverage *coverage;
    struct Renderer *renderer;     /* once a picture was needed */
    struct Transcript *transcript; /* or NULL */
    bool transcripts;
    bool screenshots, update_pictures;
    Bytes difference;          /* of the last picture that was not as expected */
    ScenarioPictures pictures; /* to write */
    WorldOptions options;
    int32_t beginning;
};

/* scenario_read.c: a condition alone; false after an error */
bool condition_read(Text text, const ScriptNames *names, Step *out, Arena *arena,
                    Report *report);

/* scenario_problem.c */
/* Reports why a step cannot be done; returns false. */
bool run_fail(Run *run, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same for failures which are not a refusal by the game; `cannot` does not pass. */
bool run_fail_anyway(Run *run, const char *format, ...) PRINTF_LIKE(2, 3);

/* scenario_settings.c: the index of a language of the game; false if it has none */
bool scenario_language(const TngFile *game, Text code, size_t *out);

/* scenario_ticks.c */
/* Notes sounds, from the n-th effect on, and alerts. */
void run_hear(Run *run, size_t from);
/* Whether the time of all scenarios is over, which is a failure. */
bool run_is_over(Run *run);
/* Runs a tick; false and a failure if the step has taken too long. */
bool run_tick(Run *run, const WorldInput *input);
/* Runs a script like an event handler, and one tick. */
bool run_script(Run *run, Bytes code, uint32_t self);
/* Runs a few ticks, until a started handler waits for the player. */
bool run_settle(Run *run);

/* scenario_run.c */
bool run_scenario(Run *run, const Scenario *scenario, bool coverage);

/* scenario_history.c */
void run_observe(Run *run, bool coverage);
void run_note_step(Run *run, const Step *step);
void history_write(Run *run, uint32_t max, Writer *out);

/* target.c: NPCs and objects on the map */
typedef struct Target {
    uint32_t entity, actor; /* actor NONE: an object */
    uint32_t ordinal;       /* of the record, for handlers */
    Cell cell, own;         /* to click on; its position */
} Target;
Cell run_here(const Run *run);
Text run_name(Run *run, ScriptKind kind, uint32_t index);
Text run_map_name(Run *run, uint32_t map);
Text run_location_text(Run *run, uint32_t map, Cell cell); /* "town 12 7" */
Text run_player_location_text(Run *run);
uint32_t run_map(Run *run, const Value *map); /* default: the player's map */
/* The nearest one on the player's map; false if there is none. */
bool target_find(Run *run, const Value *thing, Target *out);
/* The same; reports a failure with run_fail_anyway. */
bool target_need(Run *run, const Value *thing, Target *out);
/* Sets `run->wanted` to a handler of the target; fails if it has none. */
bool target_want(Run *run, const Value *thing, const Target *target, unsigned type,
                 uint32_t object);
/* Whether the target has a handler of this type. */
bool target_handles(const Run *run, const Target *target, unsigned type);
/* Fails if the target is an NPC that answers nothing that this player does. */
bool target_acts(Run *run, const Value *thing, const Target *target);
/* Whether a click on the cell is a click on an NPC. */
bool target_is_clicked(const Run *run, uint32_t map, Cell cell);
/* Number of such NPCs or objects, on a map, or in one of its cells. */
uint32_t count_actors(const Run *run, uint32_t npc, uint32_t map, const Cell *cell);
uint32_t count_objects(const Run *run, uint32_t sprite, uint32_t map, const Cell *cell);

/* scenario_play.c */
/* The player can walk and act only while no screen is open; otherwise fails. */
bool run_on_map(Run *run);
/* Fails if the maps of the game have no such cell. */
bool run_is_on_grid(Run *run, Cell cell);
/* Whether the player can act: no path, order or action is left. */
bool run_is_idle(const Run *run);
/* A click on the middle of a cell. */
WorldInput run_click_on(const Run *run, Cell cell);
/* Walks to a cell of this map, until it is reached or its contents were clicked. */
bool run_to_cell(Run *run, Cell goal, bool click);
/* Walks up to a target, which may move meanwhile, and faces it. */
bool run_approach(Run *run, const Value *thing, Target *target);
/* route.c: walks to another map, through doors and over edges. */
bool run_to_map(Run *run, uint32_t goal);

/* scenario_screen.c */
typedef bool TextVisitor(void *context, Text text); /* true: stop */
bool screen_texts(Run *run, TextVisitor *visit, void *context);
/* A text of the game in its language. */
Text screen_text(const Run *run, uint32_t index);
/* The text of a selectable row. */
Text screen_option(Run *run, uint32_t row);
void screen_describe(Run *run, Writer *out); /* "the screen shows dialog x" */
/* Fails with run_fail_anyway if another screen is open. */
bool screen_needs(Run *run, uint32_t screen, const char *what);
void screen_describe_options(Run *run, Writer *out);
bool text_within(Text text, Text part);

/* scenario_picture.c: the current frame */
Image screen_image(Run *run, uint32_t w, uint32_t h, Arena *arena);

/* coverage.c */
typedef struct Coverage {
    ScenarioCoverage *handlers;
    size_t count;
    NumberMap index; /* from a ScriptRef to 1 + the start of its marks */
    size_t size;     /* total number of marks, one per instruction */
    Arena *arena;
} Coverage;
/* The start of a handler's marks; SIZE_MAX if it is not a handler of the game. */
size_t coverage_at(const Coverage *coverage, ScriptRef ref);

#endif

/* What the files of scenario/ tell each other, and library/, which asks a world as they do. */
#ifndef OISIN_SCENARIO_PARTS_H
#define OISIN_SCENARIO_PARTS_H

#include "engine/world.h"
#include "scenario/scenario.h"

/* ---- what was read ---- */

typedef enum KindNumber {
#define KIND(name, reference, words, min, max, fallback, doc) KIND_OF_##name,
#include "scenario/kinds.def"
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
    ScriptKind reference; /* NUMBER: `number` counts; else `index` of that */
    int32_t number;
    uint32_t index; /* as the script compiler numbers it */
    Text word;      /* as it stands there; of a text: what is between the quotes */
} Value;

typedef struct Run Run;
typedef struct Step Step;

/* Does a step; false after `run_fail`. */
typedef bool StepFunction(Run *run, const Step *step);
/* Whether something is so; `found` gets words for what is so instead. */
typedef bool ConditionFunction(Run *run, const Value *values, Writer *found);

#define STEP(word, pattern, function, script, doc) StepFunction function;
#define CONDITION(word, pattern, function, doc) ConditionFunction function;
#include "scenario/steps.def"

typedef struct Row {
    const char *word, *pattern, *doc;
    StepFunction *step; /* or */
    ConditionFunction *condition;
    const char *script;
    bool group; /* `word` is a title */
} Row;
extern const Row rows[];
extern const size_t row_count;
/* Whether it says how the scenario begins. */
bool step_is_setting(const Step *step);

/* What stands in front of a row's own words. */
typedef enum StepForm { FORM_STEP, FORM_EXPECT, FORM_WAIT, FORM_CALL } StepForm;

typedef struct Block Block;

struct Step {
    StepForm form;
    bool inverse; /* expect no ..., cannot ... */
    const Row *row;
    Value values[VALUES_MAX];
    Bytes code;           /* of a script */
    const Block *block;   /* FORM_CALL */
    uint32_t hsec, ticks; /* of TIME: one of them */
    Text path, text;      /* the file, and the step as it is written */
    Text condition;       /* of `expect` and `wait until`: as written; of a call: the name */
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
    Block **blocks; /* of `steps` */
    size_t block_count;
    Block **parts; /* all blocks there are */
    size_t part_count;
    const ScriptNames *names;
    Arena *arena;
};

/* ---- a scenario being played ---- */

/* Something that handlers did: for the history. */
typedef struct Happening {
    uint32_t tick;
    const Step *step; /* a step begins; else NULL */
    ScriptRef ref;
    uint32_t number; /* a command; 0: an attribute was set */
    int32_t arguments[COMMAND_VALUES];
    uint32_t entity, npc, attribute;
    int32_t value;
} Happening;

enum { HAPPENINGS_MAX = 48, HEARD_MAX = 128 };

/* A handler that a step waits for. */
typedef struct Wanted {
    uint32_t section, index, type; /* TngEventType */
    bool ran;
} Wanted;

struct Run {
    const Scenarios *scenarios;
    const TngFile *game;
    const ScenarioLimits *limits;
    World *world;
    Arena *arena;   /* of the world */
    Arena *results; /* what outlives it */
    Arena *scratch; /* words for one step */
    Report report;  /* what the engine says about the game: nobody listens */
    Observer observer;
    Happening happenings[HAPPENINGS_MAX]; /* a ring */
    uint32_t happening_count, told;       /* so many in all; told in the history */
    Writer *history;                      /* verbose: everything goes there; else NULL */
    Wanted wanted;
    uint32_t removed; /* the kind of NPC that a handler removed last; NONE: none yet */
    Effect heard[HEARD_MAX];
    uint32_t heard_count;
    uint64_t alerts; /* bits: shown during this step */
    uint32_t step_ticks, step_count, depth;
    const Step *step;
    Text problem;   /* empty: all is well */
    bool senseless; /* no refusal of the game: a limit, or no such thing or screen here */
    uint8_t *marks;
    const struct Coverage *coverage;
    WorldOptions options;
    int32_t beginning;
};

/* run.c */
/* Says why a step cannot be done; false. */
bool run_fail(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As that, but it is not the game that refuses: `cannot` does not accept it. */
bool run_fail_anyway(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lets a tick pass; false if the step has taken too long, which is a failure. */
bool run_tick(Run *run, const WorldInput *input);
/* Runs a script as if an event had happened, and a tick. */
bool run_script(Run *run, Bytes code, uint32_t self);
/* Lets a few ticks pass, until a handler that was begun waits for somebody. */
bool run_settle(Run *run);
bool run_scenario(Run *run, const Scenario *scenario, bool coverage);

/* history.c */
void run_observe(Run *run, bool coverage);
void run_note_step(Run *run, const Step *step);
void history_write(Run *run, uint32_t max, Writer *out);

/* target.c: things on the map */
typedef struct Target {
    uint32_t entity, actor; /* actor NONE: an object */
    uint32_t ordinal;       /* of the record, for handlers */
    Cell cell, own;         /* to click on; where it stands */
} Target;
Cell run_here(const Run *run);
Text run_name(Run *run, ScriptKind kind, uint32_t index);
Text run_map_name(Run *run, uint32_t map);
Text run_place(Run *run, uint32_t map, Cell cell); /* "town 12 7" */
Text run_player_place(Run *run);
uint32_t run_map(Run *run, const Value *map); /* the player's if it is not given */
/* The nearest one on the player's map; false if there is none. */
bool target_find(Run *run, const Value *thing, Target *out);
/* As that, but a failure anyway. */
bool target_need(Run *run, const Value *thing, Target *out);
/* `run->wanted` watches for a handler of the target; a failure if it has none. */
bool target_want(Run *run, const Value *thing, const Target *target, unsigned type,
                 uint32_t object);
/* How many such NPCs or objects, on a map, or in one of its cells. */
uint32_t count_actors(const Run *run, uint32_t npc, uint32_t map, const Cell *cell);
uint32_t count_objects(const Run *run, uint32_t sprite, uint32_t map, const Cell *cell);

/* screen.c */
typedef bool TextVisitor(void *context, Text text); /* true: enough */
bool screen_texts(Run *run, TextVisitor *visit, void *context);
/* The text of a row that can be chosen. */
Text screen_option(Run *run, uint32_t row);
void screen_describe(Run *run, Writer *out); /* "the screen shows dialog x" */
/* A failure anyway if another screen is open. */
bool screen_needs(Run *run, uint32_t screen, const char *what);
void screen_describe_options(Run *run, Writer *out);
bool text_within(Text text, Text part);

/* coverage.c */
typedef struct Coverage {
    ScenarioCoverage *handlers;
    size_t count;
    Numbers index; /* from a ScriptRef to 1 + where its marks begin */
    size_t size;   /* marks in all: one an instruction */
    Arena *arena;
} Coverage;
/* Where the marks of a handler are; SIZE_MAX if it is none of the game. */
size_t coverage_at(const Coverage *coverage, ScriptRef ref);

#endif

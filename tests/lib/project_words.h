/* Words, conditions and handlers of random projects (project_author.h). Each refers to names
 * only that the project has. */
#ifndef OISIN_TESTS_PROJECT_WORDS_H
#define OISIN_TESTS_PROJECT_WORDS_H

#include "base/stream.h"
#include "tirnanog/project/project.h"
#include "tirnanog/script/bytecode.h"

enum { SEED_TILE = 32, SEED_SIDE_MIN = 32, SEED_NAMES_MAX = 12, SEED_KINDS = SCRIPT_QUEST + 1 };

/* A project in the making. Every file refers to names only that the project has. */
typedef struct Seed {
    uint32_t state;
    Arena *arena;
    ProjectFiles files;
    uint32_t counts[SEED_KINDS]; /* names of each kind: its prefix and a number */
    uint32_t grid;               /* a TmxOrientation */
    uint32_t side;               /* of all maps, in cells */
    uint32_t images;             /* sprites in chars/ */
    Writer out;                  /* the file that is being written */
} Seed;

extern const char *const seed_prefixes[SEED_KINDS];

/* A number below a limit that is not 0. */
uint32_t seed_pick(Seed *seed, uint32_t below);

/* Adds a file, or replaces it. */
void seed_put(Seed *seed, Text path, Bytes bytes);
/* Begins a text file with its first line, and adds what was written since then. */
void seed_begin(Seed *seed, const char *first);
void seed_end(Seed *seed, const char *folder, ScriptKind kind, uint32_t number,
              const char *extension);

void seed_say(Seed *seed, const char *text);
void seed_say_name(Seed *seed, ScriptKind kind);
void seed_say_name_or_none(Seed *seed, ScriptKind kind);
/* Letters of one to three bytes, quotes, blanks inside. */
void seed_say_title(Seed *seed);
void seed_say_condition(Seed *seed);
void seed_say_needs_and_gives(Seed *seed);
void seed_say_layer(Seed *seed);
void seed_say_statements(Seed *seed, unsigned depth);
/* Some of the events, each with a handler. */
void seed_say_handlers(Seed *seed, const char *const *events, size_t count);

#endif

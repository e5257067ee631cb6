/* A session at a desk whose disk is in memory, as the window has it. */
#ifndef OISIN_TESTS_APP_KIT_H
#define OISIN_TESTS_APP_KIT_H

#include "small_game.h"

#include "base/text.h"
#include "tirnanog/container/tng_names.h"
#include "player/app.h"
#include "player/app_internal.h"
#include "tirnanog/sheets/script_names.h"

#include <unistd.h>

enum { FILES_MAX = SLOTS_MAX + 32 };

typedef struct Memory {
    struct {
        char name[96];
        Bytes bytes;
        int64_t time;
    } files[FILES_MAX];
    size_t count;
    int64_t now;
    Arena *arena;           /* its own: a slow disk is written by another thread */
    bool takes_time;        /* writing: longer than a game needs to be loaded */
    _Atomic unsigned whole; /* that were written to the end */
} Memory;

size_t memory_find(const Memory *memory, const char *name);
bool memory_read(void *context, const char *name, Bytes *out, Arena *arena);
void memory_put(Memory *memory, const char *name, Bytes bytes, int64_t time);
bool memory_remove(void *context, const char *name);

typedef struct Fixture {
    Kit *kit;
    Memory memory;
    PlayerDisk disk;
    PlayerOptions options;
    Session session;
    PlayerApp app;
    ProjectFiles files;
    Bytes next; /* what the reload callback gives once; empty: nothing has changed */
    Text trouble;
} Fixture;

const ScriptNames *names_of(const TngFile *game, Arena *arena, Report *report);
void fixture_put(Fixture *fixture, const char *path, const char *text);
void drop(Fixture *fixture, const char *path);
Bytes build(Fixture *fixture);
int fixture_set_up(void **state);
void fixture_begin(Fixture *fixture, Bytes game);
int fixture_tear_down(void **state);

/* As the window does it: a picture behind each tick. */
void fixture_ticks(Fixture *fixture, unsigned count, uint32_t direction);
void fixture_act(Fixture *fixture, Action action);
void fixture_type(Fixture *fixture, const char *line);
void console(Fixture *fixture, const char *line);
PlayerResult fixture_end(Fixture *fixture);
uint64_t played_back(Fixture *fixture, Bytes game, Bytes recording);
int32_t value(Fixture *fixture, const char *name);

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_set_up, fixture_tear_down)

#endif

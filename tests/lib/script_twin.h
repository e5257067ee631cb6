/* A script runs twice, compiled in two ways: does the world notice a difference?
 *
 * The world is a recorder: it answers every question with a number that depends on
 * the question and on how many were asked before, and writes down everything. */
#ifndef OISIN_TESTS_SCRIPT_TWIN_H
#define OISIN_TESTS_SCRIPT_TWIN_H

#include "base/hash.h"
#include "tirnanog/script/machine.h"

enum { TWIN_EVENTS = 2000 };

typedef struct Recorder {
    uint64_t events[TWIN_EVENTS];
    size_t count; /* may go on after the last that is kept */
    int32_t locals[SCRIPT_LOCALS];
    MachineStatus status;
} Recorder;

/* `value` gets what an expression leaves; NULL: it is a handler. */
bool twin_run(Bytes code, uint32_t budget, Recorder *out, int32_t *value, Arena *arena,
              Report *report);

/* Whether `optimised` does the same as `plain` with fewer bytes, as far as both got
 * within their budgets. */
bool twins_agree(Bytes plain, Bytes optimised, Arena *arena, Report *report);

#endif

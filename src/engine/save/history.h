/* The history of a running world: every tick of the last ten minutes can be visited again.
 *
 * The idea. A world is deterministic: the same state and the same input give the same next
 * state. So a history stores the input of every tick, and the whole state only now and then, as
 * images of the world's memory (base/arena_image.h). To visit a tick, it restores the newest
 * image before it, and simulates the ticks in between again. An image is exact, unlike a saved
 * game, which exists only while a game is played, not in its menus.
 *
 * Positions. Position p is the state before tick p, from 0 for the world that the history began
 * with; everything that was done to the world before tick p (source that was run, a change of
 * the language) is part of it. If a saved game was loaded there, it is the state after loading.
 * The history has the positions from `history_first` to `history_last`; the world is at
 * `history_now`. A tick, or another change, at an earlier position removes the positions after
 * it: another future begins.
 *
 * Memory. A history takes at most `budget` bytes, not counting the memory of the world that
 * plays. If it needs more, every second image is removed; when their distance would become too
 * large to simulate, the oldest positions are. A world that is too large for even one image has
 * no history: only its current position can be visited.
 *
 * The worlds of a history must be built in their own arenas, which the history then owns, and
 * must share the content, which is in another arena. Between the calls, only pointers to the
 * world itself stay valid, not to what it contains. */
#ifndef OISIN_ENGINE_SAVE_HISTORY_H
#define OISIN_ENGINE_SAVE_HISTORY_H

#include "engine/world.h"

typedef struct History History;

/* 0: the default. */
typedef struct HistoryOptions {
    size_t budget;  /* bytes; 32 MiB */
    uint32_t ticks; /* that are kept; 18,000: ten minutes */
    uint32_t gap;   /* ticks between two images; 30 */
} HistoryOptions;

History *history_new(const HistoryOptions *options);
/* Frees the worlds, too. */
void history_free(History *history);

/* The world plays from now on: a new one, or one that was loaded. The history owns its arena.
 */
void history_begin(History *history, World *world);

/* Simulates a tick. */
void history_tick(History *history, const WorldInput *input);
/* As world_run. */
bool history_run(History *history, Bytes code, uint32_t self, Report *report);
void history_set_language(History *history, size_t language);

uint32_t history_first(const History *history);
uint32_t history_now(const History *history);
uint32_t history_last(const History *history);

/* Visits a position; the nearest one if there is no such position. Returns the world that is
 * there, which is another one if a saved game was loaded in between. */
World *history_go(History *history, uint32_t position);
/* The input of a tick from the one before the first position to the one before the last; its
 * text is missing at the first. Never NULL; before position 0 it is empty. */
const WorldInput *history_input(const History *history, uint32_t tick);

/* Removes the positions after the current one. */
void history_forget_future(History *history);

/* Bytes in use, at most the budget. */
size_t history_size(const History *history);
/* Ticks between two images now. */
uint32_t history_gap(const History *history);

#endif

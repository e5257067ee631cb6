/* Verifies the CRC of game files in the background, while the title is shown: a large file
 * takes too long before the first frame. */
#ifndef OISIN_TIRNANOG_JOBS_GAME_CHECK_H
#define OISIN_TIRNANOG_JOBS_GAME_CHECK_H

#include "base/arena.h"
#include "base/report.h"

typedef struct GameCheck GameCheck;

/* Starts a thread that reads the files again; folders and other files are skipped. `paths` must
 * live until the end. NULL if there is nothing to verify. */
GameCheck *game_check_begin(const char *const *paths, size_t count, Arena *arena);
/* Once for each damaged file: true, its path, and whether games_load has warned of it. */
bool game_check_poll(GameCheck *check, const char **path, bool *reported);
/* Waits until all files are verified; for tests. */
void game_check_wait(GameCheck *check);
/* Stops the thread, also in the middle of a file. NULL is allowed. */
void game_check_end(GameCheck *check);

#endif

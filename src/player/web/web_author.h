/* What the page of `oisin edit` does with the game beside it: a new build, earlier ticks, code
 * that runs at once, and the recording of what was played. These functions need
 * WEB_OPTION_AUTHOR; without it they do nothing. */
#ifndef OISIN_PLAYER_WEB_WEB_AUTHOR_H
#define OISIN_PLAYER_WEB_WEB_AUTHOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct PlayerOptions;

/* ---- functions of the module ---- */

/* Replaces the game by a new build, in which it goes on; takes over the memory. Before the next
 * frame. */
void web_reload(uint8_t *game, size_t size);

/* The ticks that can be visited, and the one that is shown. */
uint32_t web_time_first(void);
uint32_t web_time_now(void);
uint32_t web_time_last(void);
uint32_t web_time_rate(void); /* ticks per second */
bool web_time_stopped(void);
/* Shows a tick; the game is stopped there. */
void web_time_go(uint32_t tick);
/* Stops the game, or goes on from the tick that is shown. */
void web_time_stop(bool stop);

/* Runs the source of a handler for the player, as the console does. False after
 * browser_message. */
bool web_run(const char *code);
/* The input up to the tick that is shown: player/recording.h. Valid until the next call. */
const char *web_recording(void);

/* ---- for web.c ---- */

void author_options(struct PlayerOptions *options);

#endif

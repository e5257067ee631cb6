/* What a player sees instead of, or over, the map: menu, dialogs, bag, market, cutscenes.
 *
 * A screen has rows, which the player selects, chooses or adjusts. Opening it fills the
 * rows; input acts on the selected one. At most one screen is on top (Player.screen); a
 * cutscene or menu may be beneath it, and a pause over all. A handler that opened a screen
 * waits until it closes, and gets the answer in its local a. */
#ifndef OISIN_ENGINE_SCREENS_H
#define OISIN_ENGINE_SCREENS_H

#include "engine/rules/rules.h"

/* new_game.c: a new game, and the menu */
enum { INTRO_NOTHING, INTRO_MENU, INTRO_GAME }; /* Player.beginning */
void world_clear(PlayerContext ctx);            /* resets all of a single-player game's state */
void world_new_game(PlayerContext ctx);   /* opens the character screen if there is a choice */
void world_start_game(PlayerContext ctx); /* with the character as created */
void world_after_intro(PlayerContext ctx);
void world_return_to_menu(PlayerContext ctx); /* to the menu; handlers end with the tick */

/* create_screen.c: rows of character creation that were chosen or adjusted */
bool create_choose(PlayerContext ctx, uint32_t option);
bool create_adjust(PlayerContext ctx, uint32_t option, int32_t step);
/* Moves a point, granted for a new level, to or from a primary attribute. */
bool stats_adjust(PlayerContext ctx, uint32_t attribute, int32_t step);

/* screen_rows.c: rebuilds the rows of the open screen; keeps the selection if possible */
void screen_fill(PlayerContext ctx);

/* screen_close.c */
void screen_close(PlayerContext ctx);
/* Music and movie of the current screen, from where they are: after an inner cutscene. */
void screen_sounds(PlayerContext ctx);

/* screen_valid.c */
/* Whether all references in a received or saved screen exist. */
bool screen_is_valid(PlayerContext ctx, const ScreenState *screen);

/* screen.c */
bool screen_open(PlayerContext ctx, uint32_t screen, uint32_t record, Task *task);
void screen_input(PlayerContext ctx, const WorldInput *input);
void screen_tick(PlayerContext ctx);
void screens_open(PlayerContext ctx, const WorldInput *input); /* those opened by buttons */

/* dialog.c */
/* `speaker` of a dialog that this task opens. */
uint32_t dialog_speaker(World *world, uint32_t record, const Task *task);
void dialog_fill(PlayerContext ctx);
void dialog_choose(PlayerContext ctx);
void chooser_fill(PlayerContext ctx);
void chooser_choose(PlayerContext ctx);
uint32_t cutscene_length(World *world, const TngCutscene *cutscene);
void cutscene_tick(PlayerContext ctx);
void cutscene_start(PlayerContext ctx, uint32_t index);
/* Nesting level of the running cutscene: 1, or 2 if it is nested in another. */
static inline uint32_t cutscene_level(PlayerContext ctx)
{
    return ctx.player->outer.screen == SCREEN_CUTSCENE ? 2 : 1;
}

#endif

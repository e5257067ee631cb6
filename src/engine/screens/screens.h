/* What a player sees instead of, or over, the map: menu, dialogs, bag, market, cutscenes.
 *
 * A screen has rows, which the player selects, chooses or adjusts. Opening it fills the
 * rows; input acts on the selected one. At most one screen is on top (Player.screen); a
 * cutscene or menu may be beneath it, and a pause over all. A handler that opened a screen
 * waits until it closes, and gets the answer in its local a. */
#ifndef OISIN_ENGINE_SCREENS_H
#define OISIN_ENGINE_SCREENS_H

#include "engine/rules/rules.h"

/* start.c: a new game, and the menu */
enum { INTRO_NOTHING, INTRO_MENU, INTRO_GAME }; /* Player.beginning */
void world_clear(Turn turn);                    /* resets all of a single-player game's state */
void world_new_game(Turn turn);   /* opens the character screen if there is a choice */
void world_start_game(Turn turn); /* with the character as created */
void world_after_intro(Turn turn);
void world_return_to_menu(Turn turn); /* to the menu; handlers end with the tick */

/* create_screen.c: rows of character creation that were chosen or adjusted */
bool create_choose(Turn turn, uint32_t option);
bool create_adjust(Turn turn, uint32_t option, int32_t step);
/* Moves a point, granted for a new level, to or from a primary attribute. */
bool stats_adjust(Turn turn, uint32_t attribute, int32_t step);

/* rows.c, create_screen.c: the options of a screen */
void row_add(ScreenState *screen, uint32_t option);
void rows_inventory(Turn turn);
void rows_skills(Turn turn);
void rows_stats(Turn turn);
void rows_quests(Turn turn);
void rows_market(Turn turn);
void rows_craft(Turn turn);
void rows_create(Turn turn);
void rows_menu(Turn turn);
void rows_pause(Turn turn);

/* valid.c */
/* Whether all references in a received or saved screen exist. */
bool screen_holds(Turn turn, const ScreenState *screen);

/* screen.c, dialog.c */
bool screen_open(Turn turn, uint32_t screen, uint32_t record, Task *task);
void screen_close(Turn turn);
void screen_input(Turn turn, const WorldInput *input);
void screen_tick(Turn turn);
void screens_open(Turn turn, const WorldInput *input); /* those opened by buttons */
void screen_fill(Turn turn);
void dialog_fill(Turn turn);
void dialog_choose(Turn turn);
void chooser_fill(Turn turn);
void chooser_choose(Turn turn);
uint32_t cutscene_length(World *world, const TngCutscene *cutscene);
void cutscene_tick(Turn turn);
void cutscene_start(Turn turn, uint32_t index);
/* Nesting level of the running cutscene: 1, or 2 if it is nested in another. */
static inline uint32_t cutscene_level(Turn turn)
{
    return turn.player->outer.screen == SCREEN_CUTSCENE ? 2 : 1;
}

#endif

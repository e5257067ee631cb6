/* The scripts of a game, one after the other, and a world of attributes to run
 * one in. */
#ifndef OISIN_CLI_SCRIPTS_H
#define OISIN_CLI_SCRIPTS_H

#include "cli/command.h"
#include "project/project.h"
#include "script/script.h"

/* A game's bytes, from a file or built from a project's folder. */
bool game_load(const char *path, Bytes *out, Arena *arena, Report *report);

/* Calls back for every script: "npc:baker:click", "dialog...", "attribute:hp". */
typedef void GameScript(void *context, Text name, Bytes code, bool expression);
bool game_scripts(const TngFile *game, GameScript *visit, void *context, Arena *arena,
                  Report *report);

/* `script run PROJECT HANDLER`: prints each command that the handler calls. */
bool script_run_alone(Invocation *invocation, Arena *arena);

#endif

/* Names for the script compiler, disassembler and decompiler. */
#ifndef OISIN_TIRNANOG_SHEETS_SCRIPT_NAMES_H
#define OISIN_TIRNANOG_SHEETS_SCRIPT_NAMES_H

#include "tirnanog/sheets/project_names.h"
#include "tirnanog/script/script.h"

/* The result lives as long as `names`. */
ScriptNames script_names_of(Names *names);

/* The names of a game that was loaded: from its strings and its #names block. */
bool project_game_names(const TngFile *game, Names *out, Arena *arena, Report *report);

/* The same for the script compiler; lives as long as `arena`. NULL after an error. */
const ScriptNames *project_game_script_names(const TngFile *game, Arena *arena, Report *report);

#endif

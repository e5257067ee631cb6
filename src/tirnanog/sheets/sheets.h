/* The table of all sheets: every text file of a project. */
#ifndef OISIN_TIRNANOG_SHEETS_SHEETS_H
#define OISIN_TIRNANOG_SHEETS_SHEETS_H

#include "tirnanog/sheets/sheet.h"

extern const Sheet config_sheet, elements_sheet, main_menu_sheet, hud_sheet, alerts_sheet,
    credits_sheet, chooser_sheet, cutscene_sheet, startup_sheet, attributes_sheet,
    attribute_sheet, actions_sheet, option_sheet, character_sheet, npc_sheet, spawner_sheet,
    dialog_sheet, object_sheet, crafting_sheet, tile_sheet, quest_sheet, extension_sheet;

/* All sheets, ended by NULL. */
extern const Sheet *const all_sheets[];
/* The sheet of a text file by its path in the project; NULL: it has none. */
const Sheet *sheet_of_path(Text path);

#endif

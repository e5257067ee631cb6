/* Each sheet lists the lines of a text file; sheet.h explains the notation of the strings. The
 * reference (reference.c) prints each line with its sentence, its members and their `doc` of
 * the records; tests/tirnanog/test_reference.c builds a game with each example. `prepare`
 * functions allocate lists whose length the file does not state. The order of all_sheets has no
 * meaning; tirnanog/project/project_scan.c uses it to recognise the files of a project. */
#include "tirnanog/sheets/sheets.h"
#include "tirnanog/sheets/sheets_prepare.h"

static void prepare_attributes(void *record, Arena *arena)
{
    TngAttributes *attributes = record;
    PREPARE(attributes->special, attributes->special_count, 4);
}

const Sheet config_sheet = {
    .path = "config",
    .magic = "TirNanoG Project",
    .layout = &ProjectConfig_layout,
    .title = "the title and the grid of the game",
    .about = "Every project has this file; the folder that contains it is the project, and the "
             "name of the folder is the ID of the game. The first line may end with the "
             "revision of the format, `0`.",
    .lines =
        {{"title...", "The title of the game, at most 128 bytes."},
         {"type/ortho|iso|hexv|hexh|3d tile_width tile_height map_size ?frame_rate ?audio_rate "
          "?ways",
          "The kind of grid, the size of a tile (1 to 1023 pixels), and the size of all maps "
          "(a power of two, at most 4096 cells). The screen shows at least 640 x 360 pixels of "
          "a "
          "map: 40 x 22 cells of 16 x 16 pixels."},
         {"?source ?source_name/rest...",
          "The language in which the texts of the project are written. If the line is missing: "
          "`en`, or the language of the only file in `lang/` that translates nothing."}},
    .example = "TirNanoG Project\n"
               "The Hazel of Segais\n"
               "ortho 32 32 64 30\n"
               "en English\n"};

const Sheet startup_sheet = {
    .path = "game/startup.cfg",
    .magic = "TirNanoG StartUp",
    .layout = &ProjectHandlers_layout,
    .title = "what happens at the start, and again and again",
    .about = "Without a `start`, players start in the middle of the first map.",
    .lines = {{"'e'%startup",
               "Handlers of the player. `start` runs once, when a new game starts: it puts the "
               "player on a map with `location()`. `timerN` and `ontimerS` repeat as described "
               "in `oisin formats events`; `everyN` repeats every N hundredths of a second. "
               "Each interval may occur once."}},
    .example = "TirNanoG StartUp\n"
               "e start {\n"
               "    hp=maxhp\n"
               "    mana=maxmana\n"
               "    give(penny,5)\n"
               "    location(town,32,35,so)\n"
               "}\n"
               "e timer1 {\n"
               "    switch(hp<=0) {\n"
               "        case 1 {\n"
               "            hp=maxhp\n"
               "            location(town,32,35,so)\n"
               "            alert(3)\n"
               "        }\n"
               "    }\n"
               "}\n"
               "e every2000 {\n"
               "    mana=min(maxmana,mana+1)\n"
               "    speed=max(60,120-burden)\n"
               "}\n"};

const Sheet attributes_sheet = {
    .path = "game/attributes.cfg",
    .magic = "TirNanoG AttrConf",
    .layout = &TngAttributes_layout,
    .title = "points to distribute, and attributes with a meaning for the engine",
    .about = "The attributes themselves are in `game/*.atr`.",
    .lines =
        {{"total most", "The points that a player distributes on primary attributes while a "
                        "character is made."},
         {"special.0",
          "The attribute with the radius of the light around the player, in cells, or `-`."},
         {"special.1", "The attribute with the limit of the load, or `-`. Objects add to it "
                       "with the modifier of this attribute."},
         {"special.2",
          "The attribute with the speed of the player in percent, or `-`. For an NPC it "
          "is in percent of the speed in its file."},
         {"?special.3", "The attribute with points that players distribute later, when they "
                        "reach a level, or `-`."}},
    .prepare = prepare_attributes,
    .example = "TirNanoG AttrConf\n"
               "4 9\n"
               "light\n"
               "weight\n"
               "speed\n"
               "points\n"};

const Sheet attribute_sheet = {
    .path = "game/#.atr",
    .magic = "TirNanoG Attribute",
    .layout = &TngAttribute_layout,
    .title = "an attribute of actors: health, strength, a counter of the story",
    .about = "Its name, that of the file, has at least two letters; handlers use it as a "
             "variable. The attributes of the opponent have an `@` before the name.",
    .lines = {{"type/p|v|c|g|G title...",
               "`p` is a primary attribute (the player distributes points on it), `v` a "
               "variable, `c` calculated, `g` a global variable (the same for all actors), `G` "
               "global and calculated. An attribute without a title is never shown."},
              {"%value", "The value at the start of variables; the expression of calculated "
                         "attributes; of primary ones it is ignored and may be missing."},
              {"'e'%script",
               "Variables only: the handler `onchange` runs when the value changes."}},
    .example_name = "hp",
    .example = "TirNanoG Attribute\n"
               "v Health\n"
               "20\n"
               "e onchange {\n"
               "    switch(hp>maxhp) {\n"
               "        case 1 {\n"
               "            hp=maxhp\n"
               "        }\n"
               "    }\n"
               "}\n"};

const Sheet actions_sheet = {
    .path = "game/actions.cfg",
    .magic = "TirNanoG Actions",
    .layout = &ProjectHandlers_layout,
    .title = "what the nine actions of players do",
    .about = "An object names its action on its third line; a target may have its own handler "
             "`e action1` to `e action9`.",
    .lines = {{"'e'%actions",
               "A default action, `action1` to `action9`; the attribute with its range in "
               "cells, or `-` (the cell before the player); and its name. It runs when a "
               "player acts and the target has no handler for this action."}},
    .example = "TirNanoG Actions\n"
               "e action1 reach Strike {\n"
               "    canim(1,40)\n"
               "    sound(swing)\n"
               "}\n"
               "e action2 reach Light {\n"
               "    switch(mana>=2) {\n"
               "        case 1 {\n"
               "            mana=mana-2\n"
               "            sound(magic)\n"
               "        }\n"
               "        case 0 {\n"
               "            sound(error)\n"
               "        }\n"
               "    }\n"
               "}\n"};

const Sheet dialog_sheet = {
    .path = "dialogs/#.dlg",
    .magic = "TirNanoG Dialog",
    .layout = &TngDialog_layout,
    .title = "a spoken text and its answers",
    .about = "A handler opens it with `dialog(NAME,TIME)`; afterwards, its variable `a` is the "
             "number of the answer, counted from the end: the last one is 0. In the script of "
             "a cutscene, it has no answers and closes after TIME hundredths of a second; "
             "elsewhere TIME has no effect.",
    .lines = {{"title...", "The name of the speaker."},
              {"message...", "The text of the speaker."},
              {"speech portrait/portrait left/bit0", "The voice and the portrait."},
              {"options*: requires provides speech text...", "An answer."}},
    .example_name = "brid_hello",
    .example = "TirNanoG Dialog\n"
               "Bríd\n"
               "Come in, come in! No, do not, the floor is wet with the last water we had.\n"
               "- brid 1\n"
               "- - - Show me what you sell.\n"
               "- - - Is there anything I can do?\n"
               "wit>=2 friend=1 - May I use the cauldron?\n"
               "- - - Farewell.\n"};

const Sheet crafting_sheet = {
    .path = "dialogs/#.cft",
    .magic = "TirNanoG CraftRules",
    .layout = &TngCrafting_layout,
    .title = "a place for crafting",
    .about = "A handler opens it with `craft(NAME)`.",
    .lines =
        {{"title...", "The title of the window."},
         {"message/message...", "The text in it."},
         {"sound portrait/portraits any_order/bit0",
          "The sound when something was made, the portrait, and whether positions matter."},
         {"recipes*: quantity product ingredients[16]",
          "A recipe: what it makes, then up to 16 ingredients in a grid of 4 x 4, row by row. "
          "An ingredient of quantity 0 must be there and is not used up."}},
    .example_name = "cauldron",
    .example = "TirNanoG CraftRules\n"
               "The cauldron\n"
               "It bubbles and waits.\n"
               "craft brid 1\n"
               "1 charm 3 hazelnut 1 herb\n"
               "1 draught 2 herb 1 mushroom\n"
               "2 broth 2 mushroom 1 clover\n"};

const Sheet quest_sheet = {
    .path = "quests/#.qst",
    .magic = "TirNanoG Quest",
    .layout = &TngQuest_layout,
    .title = "a task",
    .about = "A handler starts it with `quest(0,NAME)` and completes it with `quest(1,NAME)`.",
    .lines = {{"global/bit0", "1 if only one player of the game can do it."},
              {"title...", "Its title."},
              {"description...", "What is to be done."},
              {"'e'%script", "The handler `complete` runs when the quest is done."}},
    .example_name = "broth",
    .example = "TirNanoG Quest\n"
               "0\n"
               "Broth for everyone\n"
               "Bríd needs three red mushrooms.\n"
               "e complete {\n"
               "    xp=xp+5\n"
               "    give(broth,2)\n"
               "    give(penny,4)\n"
               "}\n"};

const Sheet extension_sheet = {
    .path = "ext/#.cfg",
    .magic = "TirNanoG Extension",
    .layout = &ProjectExtension_layout,
    .title = "what goes into an extension",
    .about = "`oisin build --extension NAME` builds it: see docs/how-to/extensions.md.",
    .lines = {{"encrypt/bit0 url", "The web page of the extension, or `-`. Encrypting is not "
                                   "supported: the number must be 0."},
              {"'o'options: number", "A part of the game that goes into the extension."},
              {"'l'languages: name", "A language, as of `lang/CODE.po`."},
              {"'m'maps: name", "A map, as of `maps/NAME.tmx`."}},
    .example_name = "second_tongue",
    .example = "TirNanoG Extension\n"
               "0 -\n"
               "o 16\n"
               "o 17\n"
               "l de\n"
               "m cave\n"};

const Sheet *const all_sheets[] = {&config_sheet,
                                   &elements_sheet,
                                   &main_menu_sheet,
                                   &hud_sheet,
                                   &alerts_sheet,
                                   &credits_sheet,
                                   &chooser_sheet,
                                   &cutscene_sheet,
                                   &startup_sheet,
                                   &attributes_sheet,
                                   &attribute_sheet,
                                   &actions_sheet,
                                   &option_sheet,
                                   &character_sheet,
                                   &npc_sheet,
                                   &spawner_sheet,
                                   &dialog_sheet,
                                   &object_sheet,
                                   &crafting_sheet,
                                   &tile_sheet,
                                   &quest_sheet,
                                   &extension_sheet,
                                   NULL};

/* Each sheet lists the lines of a text file; sheet.h explains the notation of the strings. The
 * reference (reference.c) prints each line with its sentence, its members and their `doc` of
 * the records; tests/test_reference.c builds a game with each example. `prepare` functions
 * allocate lists whose length the file does not state. The order of all_sheets has no meaning;
 * project/scan.c uses it to recognise the files of a project. */
#include "project/sheets.h"

/* Allocates the elements of lists of fixed length before the lines are read. */
#define PREPARE(list, counter, number)                                                         \
    do {                                                                                       \
        (list) = arena_alloc(arena, (number), sizeof *(list));                                 \
        (counter) = (number);                                                                  \
    } while (0)

static void prepare_elements(void *record, Arena *arena)
{
    TngElements *elements = record;
    PREPARE(elements->colours, elements->colour_count, 10);
    PREPARE(elements->fonts, elements->font_count, 6);
    PREPARE(elements->sounds, elements->sound_count, 3);
}

static void prepare_main_menu(void *record, Arena *arena)
{
    TngMainMenu *menu = record;
    menu->enabled = 1;
    PREPARE(menu->look.parallaxes, menu->look.parallax_count, 3);
    PREPARE(menu->look.buttons, menu->look.button_count, 5);
    sheet_defaults(&MenuLook_layout, &menu->look);
}

static void prepare_attributes(void *record, Arena *arena)
{
    TngAttributes *attributes = record;
    PREPARE(attributes->special, attributes->special_count, 4);
}

#define MENU_BUTTON(n)                                                                         \
    "look.buttons." n ".colour look.buttons." n ".left/ui look.buttons." n                     \
    ".background/ui look.buttons." n ".right/ui"
#define ROW "sprites/chars[19] sprites.19/portraits"

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
         {"type/ortho|iso|hexv|hexh|3d tile_width tile_height map_size ?frame_rate ?audio_rate",
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

const Sheet elements_sheet = {
    .path = "ui/elements.cfg",
    .magic = "TirNanoG Elements",
    .layout = &TngElements_layout,
    .title = "colours, fonts, sounds and sprites of the interface",
    .about = "Without this file, the engine draws plain windows and buttons.",
    .lines = {{"colours[10]", "The colours of the interface. A backslash at the end of the "
                              "line continues it on the next one."},
              {"fonts[6]: font padding",
               "The fonts of the interface, each with the padding of its labels."},
              {"sounds[3]", "The sounds of the interface."},
              {"sprites*: ./ui",
               "One sprite per line: all of the example and in its order, where each has the "
               "name of its use. `tl`, `t`, `tr`, ... are the corners and edges of a window; "
               "left, middle and right parts are joined to the width that is needed."}},
    .prepare = prepare_elements,
    .example = "TirNanoG Elements\n"
               "FFE3CB98 FFFFF0A3 FFF8BD42 FF80705A FFF7F1DE FFE3CB98 FFFFF0A3 FF7A3A10 "
               "FF2C1C1C FF5A1408\n"
               ". . 12 meadow 4\n"
               "B . 12 meadow 4\n"
               "B . 12 meadow 6\n"
               ". . 12 meadow 8\n"
               ". . 12 meadow 8\n"
               ". . 12 meadow 5\n"
               "select click error\n"
               "cursor\n"
               "cursor_click\n"
               "cursor_no\n"
               "cursor_use\n"
               "cursor_wait\n"
               "check_off\n"
               "check_on\n"
               "arrow_left\n"
               "arrow_left_pressed\n"
               "arrow_right\n"
               "arrow_right_pressed\n"
               "arrow_up\n"
               "arrow_up_pressed\n"
               "arrow_down\n"
               "arrow_down_pressed\n"
               "slider\n"
               "slider_knob\n"
               "scroll\n"
               "scroll_knob\n"
               "button_left\n"
               "button_middle\n"
               "button_right\n"
               "button_over_left\n"
               "button_over_middle\n"
               "button_over_right\n"
               "button_down_left\n"
               "button_down_middle\n"
               "button_down_right\n"
               "button_off_left\n"
               "button_off_middle\n"
               "button_off_right\n"
               "input_left\n"
               "input_middle\n"
               "input_right\n"
               "tab_left\n"
               "tab_middle\n"
               "tab_right\n"
               "tab_over_left\n"
               "tab_over_middle\n"
               "tab_over_right\n"
               "window_tl\n"
               "window_t\n"
               "window_tr\n"
               "window_l\n"
               "window_m\n"
               "window_r\n"
               "window_bl\n"
               "window_b\n"
               "window_br\n"
               "dialog_tl\n"
               "dialog_t\n"
               "dialog_tr\n"
               "dialog_l\n"
               "dialog_m\n"
               "dialog_r\n"
               "dialog_bl\n"
               "dialog_b\n"
               "dialog_br\n"
               "option_left\n"
               "option_middle\n"
               "option_right\n"
               "option_over_left\n"
               "option_over_middle\n"
               "option_over_right\n"
               "chat_left\n"
               "chat_middle\n"
               "chat_right\n"
               "app_icon\n"};

const Sheet main_menu_sheet = {
    .path = "ui/mainmenu.cfg",
    .magic = "TirNanoG MainMenu",
    .layout = &TngMainMenu_layout,
    .title = "the main menu",
    .about = "A game without this file has no main menu: it starts at once, without making a "
             "character. The cutscene `intro`, if there is one, plays before the menu is shown "
             "first.",
    .lines =
        {{"look.music look.movie look.background/backs",
          "What plays and what is shown behind the menu."},
         {"look.parallaxes[3]: dx dy time sprite/backs",
          "Three images that move over the background; `0 0 100 -` for none."},
         {"look.title/ui", "An image above the buttons."},
         {"look.flags/bit1 look.flags/bit0 look.title_colour look.title_shadow look.title_font",
          "How the title is shown. The first number: 1 if the background is not cropped; the "
          "second: 1 if the title of `config` is shown as text."},
         {"look.website...", "An address, or `-`."},
         {"look.button_font ?look.button_padding", "The labels of the buttons."},
         {MENU_BUTTON("0"), "A button."},
         {MENU_BUTTON("1"), "The selected button."},
         {MENU_BUTTON("2"), "A pressed button."},
         {MENU_BUTTON("3"), "An inactive button."},
         {"look.buttons.4.left/ui look.buttons.4.background/ui look.buttons.4.right/ui "
          "?look.buttons.4.colour",
          "An input box."},
         {"look.graph look.graph_grid", "The chart of attributes while a character is made."}},
    .prepare = prepare_main_menu,
    .example = "TirNanoG MainMenu\n"
               "title lake lake\n"
               "1 0 6 clouds\n"
               "-1 0 9 mist\n"
               "0 0 100 bough\n"
               "title\n"
               "0 0 FFFFF0A3 FF17131F B . 24 meadow\n"
               "-\n"
               ". . 12 meadow 5\n"
               "FFE3CB98 button_left button_middle button_right\n"
               "FFFFF0A3 button_over_left button_over_middle button_over_right\n"
               "FFF8BD42 button_down_left button_down_middle button_down_right\n"
               "FF80858F button_off_left button_off_middle button_off_right\n"
               "input_left input_middle input_right FF2C1C1C\n"
               "C0F8BD42 802C1C1C\n"};

const Sheet hud_sheet = {
    .path = "ui/hud.cfg",
    .magic = "TirNanoG HUD",
    .layout = &ProjectHud_layout,
    .title = "the display over the running game: belt, bars, equipment slots",
    .about = "A game without this file shows no display.",
    .lines = {{"hud.navigation/ui hud.actions/ui", "The touch controls."},
              {"hud.items_background/ui hud.items_foreground/ui", "The belt."},
              {"hud.item_count hud.item_width hud.item_height hud.item_left hud.item_top "
               "hud.item_gap hud.hand_gap",
               "The places of the belt."},
              {"hud.status_background/ui hud.status_foreground/ui hud.combined/bit0",
               "The status bar."},
              {"hud.inventory_icon/ui hud.inventory_pressed/ui hud.slot_width hud.slot_height "
               "hud.slot_left hud.slot_top",
               "The button that opens the bag, and the slots in the bag."},
              {"hud.count_font", "The numbers of items."},
              {"hud.slot_background/ui hud.slot_selected/ui hud.equipment_background/ui",
               "The images of the bag."},
              {"'p'hud.bars: direction/to3 left top value most foreground/ui background/ui",
               "A bar that shows an attribute."},
              {"'s'slots[32]: left top name/rest...",
               "An equipment slot. Objects name it in their lines `s`."}},
    .example = "TirNanoG HUD\n"
               "navigation actions\n"
               "itembar itembar_front\n"
               "8 32 32 7 6 6 10\n"
               "status status_front 0\n"
               "bag bag_open 32 32 4 4\n"
               ". . 12 meadow\n"
               "slot slot_over equipment\n"
               "p 0 62 22 hp maxhp hearts hearts_empty\n"
               "p 1 4 5 mana maxmana orb orb_empty\n"
               "p 3 0 0 hp maxhp enemy_bar enemy_bar_empty\n"
               "s 70 8 head\n"
               "s 8 60 weapon\n"
               "s 70 60 body\n"
               "s 132 60 off_hand\n"
               "s 132 8 neck\n"
               "s 8 8 ride\n"};

const Sheet alerts_sheet = {
    .path = "ui/alerts.cfg",
    .magic = "TirNanoG Alerts",
    .layout = &TngAlerts_layout,
    .title = "short messages over the game",
    .about = "Without this file, quests begin and end without a message.",
    .lines = {{"font", "The font of all alerts."},
              {"duration fade_in fade_out", "How long an alert is shown."},
              {"alerts*: colour sound text...",
               "At least three: a quest begins, is done, has failed. The handlers show the "
               "others with `alert(N)`, the first being 0."}},
    .example = "TirNanoG Alerts\n"
               "B . 16 meadow\n"
               "300 50 250\n"
               "FFF8BD42 quest A new tale begins\n"
               "FFB4D46C quest_done A tale has reached its end\n"
               "FFE5745B quest_failed A tale is lost\n"
               "FFE3CB98 pickup You find your feet again.\n"
               "FFC795CF magic You have learned something\n"};

const Sheet credits_sheet = {
    .path = "ui/credits.ui",
    .magic = "TirNanoG Credits",
    .layout = &ProjectCredits_layout,
    .title = "the credits of the game",
    .about = "`ui/credits.cfg` is read, too, if there is no `ui/credits.ui`.",
    .lines = {{"credits.music credits.background/backs", "What plays and what is shown."},
              {"credits.header_colour credits.header_font", "The headings."},
              {"credits.name_colour credits.name_font", "The names."},
              {"authors*: category name/rest...", "An author."}},
    .example = "TirNanoG Credits\n"
               "title return\n"
               "FFF8BD42 B . 16 meadow\n"
               "FFF7F1DE . . 12 meadow\n"
               "g the Oisín team\n"
               "c the Oisín team\n"
               "d tools/art: drawn by program\n"
               "a tools/art: four steps and a bob\n"
               "f Oisin UI, of this project\n"
               "m tools/art: tunes in the manner of Irish ones\n"
               "s tools/art: squares, triangles and noise\n"
               "t the Oisín team\n"};

const Sheet chooser_sheet = {
    .path = "ui/#.chr",
    .magic = "TirNanoG Chooser",
    .layout = &TngChooser_layout,
    .title = "a chooser: sprites and areas to click on",
    .about = "A handler opens it with `chooser(NAME)`; afterwards, its variable `a` is the "
             "number of the option, counted from the end: the last one is 0.",
    .lines = {{"left top horizontal vertical", "Where the options are."},
              {"options*: .", "An option. Positions 0 to 12 place a sprite, 13 makes a "
                              "rectangle of the screen clickable."}},
    .example_name = "riddle",
    .example = "TirNanoG Chooser\n"
               "32 48 16 16\n"
               "3 0 choose_stone choose_stone_over choose_stone_down 0 - b=0\n"
               "4 0 choose_hazel choose_hazel_over choose_hazel_down 0 wit>=1 b=1\n"
               "5 0 choose_water choose_water_over choose_water_down 0 - b=2\n"
               "13 0 0 80 100 100 - b=3\n"};

const Sheet cutscene_sheet = {
    .path = "ui/#.cut",
    .magic = "TirNanoG CutScene",
    .layout = &TngCutscene_layout,
    .title = "a cutscene: movies, slides, voices and subtitles on a time line",
    .about = "A handler plays it with `cutscn(NAME)`. All times count from its start. "
             "`intro` plays before the main menu.",
    .lines = {{"movie loop_movie music loop_music", "What plays."},
              {"'i'slides: from fade_in fade_out to colour image/backs",
               "A slide: a colour with image `-`, or colour `00000000` with an image."},
              {"'s'speeches: from speech", "A voice."},
              {"'t'subtitles: from fade_in fade_out to x/to100 y/to100 align/to2 colour "
               "font.style/letters font.size font.font text...",
               "A subtitle."},
              {"'e'%script", "A handler without a name. It runs when the cutscene starts, and "
                             "may show maps with `scene()`."}},
    .example_name = "ending",
    .example = "TirNanoG CutScene\n"
               "- - title -\n"
               "i 0 60 840 900 00000000 return\n"
               "s 80 salmon\n"
               "t 60 50 420 460 50 82 1 FFF7F1DE .. 16 meadow The water rises, and with it "
               "every word that was forgotten.\n"
               "t 480 50 800 860 50 82 1 FFFFF0A3 .I 16 meadow And the hazels let fall nine "
               "nuts, one for each who listens.\n"
               "e {\n"
               "    stage=4\n"
               "}\n"};

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

const Sheet option_sheet = {
    .path = "game/#.opt",
    .magic = "TirNanoG CharOptions",
    .layout = &ProjectOptions_layout,
    .title = "a group of options while a character is made",
    .about = "A new character gets one option of each group. Options are shown only if the "
             "game has a main menu (`ui/mainmenu.cfg`); otherwise the first ones are taken.",
    .lines = {{"group.name...", "The name of the group."},
              {"'p'group.palettes/ui",
               "An image with palettes, one per row, in which the sprites of the options may "
               "be coloured; the first row has the colours of the sprites."},
              {"'o'options: option.name...", "An option; the lines below describe it."},
              {"'o.d'option.description...", "The text below the name."},
              {"'o.a|r'option.attributes: ./rule", "`a` sets an attribute, `r` is a condition: "
                                                   "without it, the option cannot be chosen."},
              {"'o.i'option.items: quantity object/tiles", "Items at the start."},
              {"'o.l'layers: " ROW,
               "A layer of the character: 20 sprites. Layers are drawn over each other in this "
               "order, those of the base group (`game/character.cfg`) below all others."}},
    .example_name = "calling",
    .example = "TirNanoG CharOptions\n"
               "Calling\n"
               "p cloth_dyes\n"
               "o Herder\n"
               " d A sling and a pocket of pebbles.\n"
               " a strength 1\n"
               " i 1 sling\n"
               " i 12 pebble\n"
               " l tunic_green_idle tunic_green_walk - - - - - - - - - - - - - - - - - -\n"
               "o Fighter\n"
               " d An old bronze sword. Needs a strong arm.\n"
               " r strength>=3\n"
               " i 1 sword\n"};

const Sheet character_sheet = {
    .path = "game/character.cfg",
    .magic = "TirNanoG CharBase",
    .layout = &ProjectCharacter_layout,
    .title = "the base of all characters",
    .about = "",
    .lines =
        {{"delta_y base/rest...",
          "Where characters are drawn, and which group of options contains their bodies."}},
    .example = "TirNanoG CharBase\n"
               "8 body\n"};

const Sheet npc_sheet = {
    .path = "npcs/#.npc",
    .magic = "TirNanoG NPC",
    .layout = &ProjectNpc_layout,
    .title = "a person, an animal, an enemy",
    .about = "It stands where the layer NPCs of a map has its tileset `npcs_NAME`. "
             "`npcs/NAME_npc.png`, which `oisin build --previews` writes, shows it in Tiled.",
    .lines =
        {{"npc.name...", "The name that players see."},
         {"npc.movement/stand|random|patrol npc.speed npc.turn_time npc.path/to98",
          "How the NPC moves."},
         {"'a|r'npc.attributes: ./rule",
          "`a` sets an attribute, `r` is a condition on the attributes of the player: the "
          "handlers do not run for players who do not meet it."},
         {"'l'layers: " ROW,
          "A layer of the NPC: 20 sprites. Layers are drawn over each other in this order."},
         {"'i'npc.items: chance/to100 quantity resupply object/tiles",
          "Items that the NPC carries, sells with `market()` and drops."},
         {"'e'%events", "A handler: see `oisin formats events`. Attributes without `@` are "
                        "those of the NPC, with `@` those of the player."}},
    .example_name = "watchman",
    .example = "TirNanoG NPC\n"
               "Watchman\n"
               "patrol 60 100 0\n"
               "a hp 20\n"
               "r told>=0\n"
               "l body_fair_idle body_fair_walk - - - - - - - - - - - - - - - - - -\n"
               "l tunic_red_idle tunic_red_walk - - - - - - - - - - - - - - - - - -\n"
               "i 50 5 10 penny\n"
               "e click {\n"
               "    switch(worm_dead=2) {\n"
               "        case 1 {\n"
               "            dialog(watchman_peace,0)\n"
               "        }\n"
               "        case 0 {\n"
               "            dialog(watchman,0)\n"
               "        }\n"
               "    }\n"
               "}\n"
               "e action1 {\n"
               "    hp=hp-@damage\n"
               "}\n"
               "e approach 4 {\n"
               "    sound(select)\n"
               "}\n"
               "e timer3 {\n"
               "    behave(patrol)\n"
               "}\n"};

const Sheet spawner_sheet = {
    .path = "npcs/#.swr",
    .magic = "TirNanoG Spawner",
    .layout = &TngSpawner_layout,
    .title = "a place where NPCs appear",
    .about = "It is where the layer spawners of a map has its tileset `spawners_NAME`.",
    .lines =
        {{"most period",
          "How many NPCs of this spawner live at the same time, and how often one is added."},
         {"kinds*: requires provides animation/chars npc/npc",
          "A kind of NPC. Each is equally likely; repeat a line to make it more likely."}},
    .example_name = "bats",
    .example = "TirNanoG Spawner\n"
               "4 1500\n"
               "- - appear_walk bat\n"
               "- - appear_walk bat\n"
               "told>=50 hp=8 appear_walk slime\n"};

const Sheet dialog_sheet = {
    .path = "dialogs/#.dlg",
    .magic = "TirNanoG Dialog",
    .layout = &TngDialog_layout,
    .title = "a spoken text and its answers",
    .about = "A handler opens it with `dialog(NAME,TIME)`, where TIME closes it after so many "
             "1/100 s, and 0 keeps it open; afterwards, its variable `a` is the number of the "
             "answer, counted from the end: the last one is 0.",
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

const Sheet object_sheet = {
    .path = "objects/#.obj",
    .magic = "TirNanoG Object",
    .layout = &ProjectObject_layout,
    .title = "a thing on the map or in the bag",
    .about =
        "It has the name of a sprite in `tiles/`. A sprite without such a file is only drawn.",
    .lines =
        {{"object.title...",
          "The name in the bag; an empty line for things that nobody carries. A description may "
          "follow after ` | `: it is shown in the bag, in the market and while crafting."},
         {"object.mask_width object.mask_height object.action/dash object.inventory/ui "
          "object.sound object.price object.unit object.category object.equip_mask/skill "
          "object.order",
          "The size of the mask, and what the object is as an item."},
         {"%mask", "The mask: a line for each row, a number for each cell; see `oisin formats "
                   "masks`. A size of `0 0` has no lines."},
         {"'s'equips: slot sprite/ui",
          "A slot in which the object can be worn, and its sprite there."},
         {"'r'object.required: ./plain", "A condition for using and wearing it."},
         {"'m'object.modifiers: type/bit0 type/bit1 attribute value",
          "A change of an attribute of whoever carries it. The first number: 1 if the object "
          "must be worn; the second: 1 if the value is in percent. With the attribute `-`, the "
          "value is a way of moving while it is worn: 0 on foot, 1 swimming, 2 flying, 3 "
          "driving or riding."},
         {"'p'object.projectile/tiles object.projectile_time object.ammunition/tiles",
          "What it throws."},
         {"'n'object.sounds: .", "A sound. The first line is for picking up, the second for "
                                 "using, the third for dropping, the fourth for putting on."},
         {"'f'above[1]: " ROW,
          "How it looks in front of any character that wears it: 20 sprites."},
         {"'b'behind[1]: " ROW, "The same behind the character."},
         {"'o'looks: option...",
          "A character option; the lines below replace the sprites for characters with it."},
         {"'o.f'above[1]: " ROW, "In front of these characters."},
         {"'o.b'behind[1]: " ROW, "Behind these characters."},
         {"'e'%events", "A handler: see `oisin formats events`. Attributes without `@` are "
                        "those of the object, with `@` those of the actor that uses it."}},
    .example_name = "rod",
    .example = "TirNanoG Object\n"
               "Hazel rod | Throws light, and is a good listener.\n"
               "1 1 2 rod pickup 18 penny 3 0 2\n"
               "8\n"
               "s weapon rod\n"
               "r wit>=2\n"
               "m 1 0 damage 1\n"
               "m 1 1 maxmana 20\n"
               "m 0 0 weight 2\n"
               "p flying_spark 60 -\n"
               "n pickup\n"
               "n swing\n"
               "f hold_rod_idle hold_rod_walk - - - - - - - - hold_rod_strike "
               "- - - - - - - - -\n"
               "b - - - - - - - - - - - - - - - - - - - -\n"
               "o Daughter of the poet\n"
               " f hold_rod_idle hold_rod_walk - - - - - - - - hold_rod_strike "
               "- - - - - - - - -\n"
               " b - - - - - - - - - - - - - - - - - - - -\n"
               "e touch {\n"
               "    give(rod,1)\n"
               "    sound(pickup)\n"
               "    remove()\n"
               "}\n"};

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

const Sheet tile_sheet = {
    .path = "tiles/#.til",
    .magic = "TirNanoG TileRule",
    .alternative_magic = "TirNanoG Tile",
    .layout = &ProjectTile_layout,
    .title = "how fast a tile is, how it sounds, and where it is drawn",
    .about = "It has the name of a sprite in `tiles/`. A tile without such a file has 100 "
             "percent and no sound.",
    .lines = {{"%tile", "Lines of two words are the speed in percent (0: no passage) and the "
                        "sound of a step, one line for each way of moving: walking, swimming, "
                        "flying, driving, and a fifth one that is yours. Lines of nine words "
                        "are automap rules: see `oisin formats automap`."}},
    .example_name = "grass_00",
    .example = "TirNanoG TileRule\n"
               "90 step_grass\n"
               "0 -\n"
               "100 -\n"
               "150 hoof\n"
               "- grass_11 - grass_11 grass_00 grass_11 - grass_11 -\n"};

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

/* The sheets of ui/: what is drawn over the game, and before and after it. */
#include "tirnanog/sheets/sheets.h"
#include "tirnanog/sheets/sheets_prepare.h"

/* Lists of a fixed size exist before reading: the file's lines fill their elements. */
static void prepare_elements(void *record, Arena *arena)
{
    TngElements *elements = record;
    PREPARE(elements->colours, elements->colour_count, 10);
    PREPARE(elements->fonts, elements->font_count, 6);
    PREPARE(elements->sounds, elements->sound_count, 3);
}

/* The file exists, so the menu is enabled; its defaults follow the lists, which they fill. */
static void prepare_main_menu(void *record, Arena *arena)
{
    TngMainMenu *menu = record;
    menu->enabled = 1;
    PREPARE(menu->look.parallaxes, menu->look.parallax_count, 3);
    PREPARE(menu->look.buttons, menu->look.button_count, 5);
    sheet_defaults(&MenuLook_layout, &menu->look);
}

/* The members of button `n` in the order of its line: colour, left, middle and right sprite. */
#define MENU_BUTTON(n)                                                                         \
    "look.buttons." n ".colour look.buttons." n ".left/ui look.buttons." n                     \
    ".background/ui look.buttons." n ".right/ui"

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

/* Each sheet lists the lines of a text file; sheet.h explains the notation of the strings.
 * `prepare` functions allocate lists whose length the file does not state. The order of
 * all_sheets has no meaning; project/scan.c uses it to recognise the files of a project. */
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
    "config",
    "TirNanoG Project",
    NULL,
    &ProjectConfig_layout,
    {"title...",
     "type/ortho|iso|hexv|hexh|3d tile_width tile_height map_size ?frame_rate ?audio_rate",
     "?source ?source_name/rest..."},
    NULL};

const Sheet elements_sheet = {
    "ui/elements.cfg",
    "TirNanoG Elements",
    NULL,
    &TngElements_layout,
    {"colours[10]", "fonts[6]: font padding", "sounds[3]", "sprites*: ./ui"},
    prepare_elements};

const Sheet main_menu_sheet = {
    "ui/mainmenu.cfg",
    "TirNanoG MainMenu",
    NULL,
    &TngMainMenu_layout,
    {"look.music look.movie look.background/backs",
     "look.parallaxes[3]: dx dy time sprite/backs", "look.title/ui",
     "look.flags/bit1 look.flags/bit0 look.title_colour look.title_shadow look.title_font",
     "look.website...", "look.button_font ?look.button_padding", MENU_BUTTON("0"),
     MENU_BUTTON("1"), MENU_BUTTON("2"), MENU_BUTTON("3"),
     "look.buttons.4.left/ui look.buttons.4.background/ui look.buttons.4.right/ui "
     "?look.buttons.4.colour",
     "look.graph look.graph_grid"},
    prepare_main_menu};

const Sheet hud_sheet = {
    "ui/hud.cfg",
    "TirNanoG HUD",
    NULL,
    &ProjectHud_layout,
    {"hud.navigation/ui hud.actions/ui", "hud.items_background/ui hud.items_foreground/ui",
     "hud.item_count hud.item_width hud.item_height hud.item_left hud.item_top hud.item_gap "
     "hud.hand_gap",
     "hud.status_background/ui hud.status_foreground/ui hud.combined/bit0",
     "hud.inventory_icon/ui hud.inventory_pressed/ui hud.slot_width hud.slot_height "
     "hud.slot_left hud.slot_top",
     "hud.count_font",
     "hud.slot_background/ui hud.slot_selected/ui hud.equipment_background/ui",
     "'p'hud.bars: direction/to3 left top value most foreground/ui background/ui",
     "'s'slots: left top name/rest..."},
    NULL};

const Sheet alerts_sheet = {
    "ui/alerts.cfg",
    "TirNanoG Alerts",
    NULL,
    &TngAlerts_layout,
    {"font", "duration fade_in fade_out", "alerts*: colour sound text..."},
    NULL};

const Sheet credits_sheet = {
    "ui/credits.ui",
    "TirNanoG Credits",
    NULL,
    &ProjectCredits_layout,
    {"credits.music credits.background/backs", "credits.header_colour credits.header_font",
     "credits.name_colour credits.name_font", "authors*: category name/rest..."},
    NULL};

const Sheet chooser_sheet = {"ui/#.chr",
                             "TirNanoG Chooser",
                             NULL,
                             &TngChooser_layout,
                             {"left top horizontal vertical", "options*: ."},
                             NULL};

const Sheet cutscene_sheet = {"ui/#.cut",
                              "TirNanoG CutScene",
                              NULL,
                              &TngCutscene_layout,
                              {"movie loop_movie music loop_music",
                               "'i'slides: from fade_in fade_out to colour image/backs",
                               "'s'speeches: from speech",
                               ("'t'subtitles: from fade_in fade_out to x/to100 y/to100 "
                                "align/to2 colour font.style/letters font.size "
                                "font.font text..."),
                               "'e'%script"},
                              NULL};

const Sheet startup_sheet = {"game/startup.cfg",      "TirNanoG StartUp", NULL,
                             &ProjectHandlers_layout, {"'e'%startup"},    NULL};

const Sheet attributes_sheet = {
    "game/attributes.cfg",
    "TirNanoG AttrConf",
    NULL,
    &TngAttributes_layout,
    {"total most", "special.0", "special.1", "special.2", "?special.3"},
    prepare_attributes};

const Sheet attribute_sheet = {"game/#.atr",
                               "TirNanoG Attribute",
                               NULL,
                               &TngAttribute_layout,
                               {"type/p|v|c|g|G title...", "%value", "'e'%script"},
                               NULL};

const Sheet actions_sheet = {"game/actions.cfg",      "TirNanoG Actions", NULL,
                             &ProjectHandlers_layout, {"'e'%actions"},    NULL};

const Sheet option_sheet = {"game/#.opt",
                            "TirNanoG CharOptions",
                            NULL,
                            &ProjectOptions_layout,
                            {"group.name...", "'p'group.palettes/ui",
                             "'o'options: option.name...", "'o.d'option.description...",
                             "'o.a|r'option.attributes: ./rule",
                             "'o.i'option.items: quantity object/tiles", ("'o.l'layers: " ROW)},
                            NULL};

const Sheet character_sheet = {"game/character.cfg",     "TirNanoG CharBase",      NULL,
                               &ProjectCharacter_layout, {"delta_y base/rest..."}, NULL};

const Sheet npc_sheet = {
    "npcs/#.npc",
    "TirNanoG NPC",
    NULL,
    &ProjectNpc_layout,
    {"npc.name...", "npc.movement/stand|random|patrol npc.speed npc.turn_time npc.path/to98",
     "'a|r'npc.attributes: ./rule", ("'l'layers: " ROW),
     "'i'npc.items: chance/to100 quantity resupply object/tiles", "'e'%events"},
    NULL};

const Sheet spawner_sheet = {
    "npcs/#.swr",
    "TirNanoG Spawner",
    NULL,
    &TngSpawner_layout,
    {"most period", "kinds*: requires provides animation/chars npc/npc"},
    NULL};

const Sheet dialog_sheet = {"dialogs/#.dlg",
                            "TirNanoG Dialog",
                            NULL,
                            &TngDialog_layout,
                            {"title...", "message...", "speech portrait/portrait left/bit0",
                             "options*: requires provides speech text..."},
                            NULL};

const Sheet object_sheet = {
    "objects/#.obj",
    "TirNanoG Object",
    NULL,
    &ProjectObject_layout,
    {"object.title...",
     ("object.mask_width object.mask_height object.action/dash object.inventory/ui "
      "object.sound "
      "object.price object.unit object.category object.equip_mask/skill object.order"),
     "%mask", "'s'equips: slot sprite/ui", "'r'object.required: ./plain",
     "'m'object.modifiers: type/bit0 type/bit1 attribute value",
     "'p'object.projectile/tiles object.projectile_time object.ammunition/tiles",
     "'n'object.sounds: .", ("'f'above: " ROW), ("'b'behind: " ROW), "'o'looks: option...",
     ("'o.f'above: " ROW), ("'o.b'behind: " ROW), "'e'%events"},
    NULL};

const Sheet crafting_sheet = {"dialogs/#.cft",
                              "TirNanoG CraftRules",
                              NULL,
                              &TngCrafting_layout,
                              {"title...", "message/message...",
                               "sound portrait/portraits any_order/bit0",
                               "recipes*: quantity product ingredients[16]"},
                              NULL};

const Sheet tile_sheet = {"tiles/#.til",       "TirNanoG TileRule", "TirNanoG Tile",
                          &ProjectTile_layout, {"%tile"},           NULL};

const Sheet quest_sheet = {"quests/#.qst",
                           "TirNanoG Quest",
                           NULL,
                           &TngQuest_layout,
                           {"global/bit0", "title...", "description...", "'e'%script"},
                           NULL};

const Sheet extension_sheet = {
    "ext/#.cfg",
    "TirNanoG Extension",
    NULL,
    &ProjectExtension_layout,
    {"encrypt/bit0 url", "'o'options: number", "'l'languages: name", "'m'maps: name"},
    NULL};

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

/* Each member of the records of the user interface changes what is drawn, there and nowhere
 * else. The table has the rectangle of all pixels that change when the member gets a value. */
#include "lib/game_kit.h"

#include "engine/render/render.h"
#include "engine/render/theme.h"

enum { W = 400, H = 240 };

typedef enum Scene {
    MENU,         /* the main menu, a second after it was opened */
    MENU_PRESSED, /* with a finger on the second button */
    CREATE,       /* a new character, who has points */
    PLAY,         /* the map, with the display; somebody has said something */
    PLAY_PRESSED, /* with a finger on the icon of the bag */
    BAG,          /* a sword, which is worn, and two coins, one of which is selected */
    DIALOG,       /* with two answers */
    CHOOSER,      /* the first option of a row is selected */
    CHOOSER_PRESSED,
    CUTSCENE, /* two seconds after its start */
    CREDITS,
    ALERT, /* after half a second */
} Scene;

/* ---- a game with all of them ---- */

static const SpriteRef none = {1, TNG_NO_SPRITE};

static MenuLook *menu_look(Game *game)
{
    MenuLook *look = ARENA_ALLOC(game->arena, MenuLook, 1);
    *look = (MenuLook){.background = {1, TREE},
                       .title = {1, DOOR},
                       .flags = 1,
                       .parallax_count = 3,
                       .parallaxes = ARENA_ALLOC(game->arena, MenuParallax, 3),
                       .button_count = 5,
                       .buttons = ARENA_ALLOC(game->arena, MenuButton, 5)};
    for (size_t i = 0; i < 3; i++)
        look->parallaxes[i] = (MenuParallax){.time = 10, .sprite = none};
    look->parallaxes[1] = (MenuParallax){.dx = 1, .time = 10, .sprite = {1, ROOF}};
    for (size_t i = 0; i < 5; i++)
        look->buttons[i] = (MenuButton){.left = none, .background = none, .right = none};
    look->buttons[0].background = look->buttons[1].background = look->buttons[2].background =
        (SpriteRef){1, TREE};
    return look;
}

static void make_hud(Game *game)
{
    game->has_hud = true;
    game->hud = (TngHud){.navigation = none,
                         .actions = none,
                         .items_background = {1, WALL},
                         .items_foreground = none,
                         .item_count = 3,
                         .item_width = 8,
                         .item_height = 8,
                         .status_background = none,
                         .status_foreground = none,
                         .inventory_icon = {1, TREE},
                         .inventory_pressed = none,
                         .slot_width = 8,
                         .slot_height = 8,
                         .slot_background = {1, WALL},
                         .slot_selected = {1, WALL},
                         .equipment_background = {1, ROOF},
                         .bar_count = 2,
                         .bars = ARENA_ALLOC(game->arena, HudBar, 2)};
    for (size_t i = 0; i < 2; i++)
        game->hud.bars[i] = (HudBar){.direction = 0,
                                     .left = (u16)(10 + 30 * i),
                                     .top = 10,
                                     .value = game_string(game, "hp"),
                                     .most = game_string(game, "most"),
                                     .foreground = none,
                                     .background = none};
    game->hud.bars[0].foreground = (SpriteRef){1, COIN};
}

static void make_elements(Game *game)
{
    game->has_elements = true;
    game->elements.colour_count = 10;
    game->elements.colours = ARENA_ALLOC(game->arena, Colour, 10);
    for (uint32_t i = 0; i < 10; i++)
        game->elements.colours[i] = PIXEL(250, 250 - i, 250, 255);
    game->elements.font_count = 6;
    game->elements.fonts = ARENA_ALLOC(game->arena, UiFont, 6);
    game->elements.sprites_count = ELEMENTS;
    game->elements.sprites = ARENA_ALLOC(game->arena, SpriteRef, ELEMENTS);
    for (size_t i = 0; i < ELEMENTS; i++)
        game->elements.sprites[i] = none;
}

static void make_screens(Game *game)
{
    TngDialog *dialog = &game->dialogs[0];
    dialog->title = game_text(game, "Aoife");
    dialog->message = game_text(game, "The well is dry.");
    dialog->portrait = (SpriteRef){1, COIN};
    dialog->option_count = 2;
    dialog->options = ARENA_ALLOC(game->arena, DialogOption, 2);
    dialog->options[0].text = game_text(game, "Why?");
    dialog->options[1].text = game_text(game, "Farewell.");
    game->chooser = (TngChooser){.left = 20, .top = 20, .option_count = 4};
    game->chooser.options = ARENA_ALLOC(game->arena, ChooserOption, 4);
    for (size_t i = 0; i < 4; i++)
        game->chooser.options[i] = (ChooserOption){
            .position = i < 2 ? 1 : 0, .sprites = {WALL, TNG_NO_SPRITE, TNG_NO_SPRITE}};
    game->cutscene.slide_count = game->cutscene.subtitle_count = 1;
    game->cutscene.slides = ARENA_ALLOC(game->arena, Slide, 1);
    game->cutscene.slides[0] = (Slide){.from = 0,
                                       .fade_in = 100,
                                       .fade_out = 300,
                                       .to = 400,
                                       .colour = PIXEL(60, 40, 90, 255),
                                       .image = none};
    game->cutscene.subtitles = ARENA_ALLOC(game->arena, Subtitle, 1);
    game->cutscene.subtitles[0] = (Subtitle){.fade_in = 100,
                                             .fade_out = 300,
                                             .to = 400,
                                             .colour = PIXEL(255, 240, 200, 255),
                                             .x = 10,
                                             .y = 80,
                                             .text = game_text(game, "Nine hazels.")};
    game->has_audio = true; /* brings alerts */
}

static void make_character(Game *game)
{
    CharacterOption *options = ARENA_ALLOC(game->arena, CharacterOption, 2);
    for (size_t i = 0; i < 2; i++)
        options[i] = (CharacterOption){.name = game_text(game, i ? "Poet" : "Herder"),
                                       .description = TNG_NO_TEXT};
    game->group_count = 1;
    game->groups[0] = (TngOptions){.name = game_text(game, "Kin"),
                                   .palettes = {0, TNG_NO_SPRITE},
                                   .option_count = 2,
                                   .options = options};
    game->points = 9;
    game->points_max = 6;
    game->attributes[0].value = 6;
    game->attributes[1].title = game_text(game, "Strength");
    game->attributes[2] = (TngAttribute){
        .type = 1, .name = game_string(game, "most"), .title = TNG_NO_TEXT, .value = 10};
}

static const char *start_of(Scene scene)
{
    switch (scene) {
    case BAG:
        return "location(town,4,4,so) give(sword,1) give(coin,2)";
    case DIALOG:
        return "location(town,4,4,so) dialog(first,0)";
    case CHOOSER:
    case CHOOSER_PRESSED:
        return "location(town,4,4,so) chooser(choice)";
    case CUTSCENE:
        return "location(town,4,4,so) cutscn(scene)";
    case ALERT:
        return "location(town,4,4,so) delay(1) alert(3)";
    default:
        return "location(town,4,4,so) give(coin,2) give(tree,1)";
    }
}

static void open_screen(Game *game, Scene scene)
{
    const PlayerContext ctx = local_context(game->world);
    game_ticks(game, (WorldInput){.offers = OFFER_OPTIONS | OFFER_SAVE}, 3);
    if (scene == PLAY)
        ctx.player->equipped[0] = SWORD;
    if (scene == CREATE)
        game_press(game, BUTTON_CONFIRM);
    if (scene == CREATE)
        context_actor(ctx)->values[1] = 3;
    if (scene == BAG) {
        ctx.player->equipped[0] = SWORD;
        game_press(game, BUTTON_INVENTORY);
        game_ticks(game, (WorldInput){.select = 2}, 1);
    }
    if (scene == CREDITS)
        ctx.player->screen = (ScreenState){.screen = SCREEN_CREDITS};
    game_ticks(game, (WorldInput){.offers = OFFER_OPTIONS | OFFER_SAVE},
               scene == CUTSCENE  ? 57
               : scene == MENU    ? 27
               : scene == ALERT   ? 14
               : scene == CREDITS ? 297
                                  : 0);
}

static TngCredits *add_credits(Game *game)
{
    TngCredits *credits = ARENA_ALLOC(game->arena, TngCredits, 1);
    CreditsGroup *group = ARENA_ALLOC(game->arena, CreditsGroup, 1);
    *group = (CreditsGroup){'g', 1, ARENA_ALLOC(game->arena, StringIndex, 1)};
    group->authors[0] = game_string(game, "score");
    *credits = (TngCredits){.background = none, .groups_count = 1, .groups = group};
    return credits;
}

static Game *open_scene(Kit *kit, Scene scene)
{
    Game *game = game_new(kit);
    make_hud(game);
    make_elements(game);
    make_screens(game);
    make_character(game);
    game_object(game, SWORD, 0, NULL);
    game_object(game, COIN, 0, NULL);
    game_object(game, TREE, 0, NULL);
    game->objects[SWORD].equip_mask = 1;
    game->objects[SWORD].action = 1;
    for (size_t i = 0; i < TNG_EQUIP_SLOTS; i++)
        game->objects[SWORD].equipped[i] = none;
    game->ui_is_tiles = true;
    game->start = start_of(scene);
    if (scene > CREATE)
        game->group_count = game->points = 0;
    game->has_menu = scene <= CREATE || scene == CREDITS;
    game->menu_look = menu_look(game);
    World *world = game_open(game);
    const TngAlerts *alerts = world->content->alerts;
    TngAlerts *fading = (TngAlerts *)(uintptr_t)alerts;
    alerts->alerts[3].text = 1;
    fading->fade_in = 5;
    fading->fade_out = 20;
    world->content->credits = add_credits(game);
    TngSlots *slots = ARENA_ALLOC(game->arena, TngSlots, 1);
    slots->slots = ARENA_ALLOC(game->arena, EquipmentSlot, slots->slots_count = 1);
    world->content->slots = slots;
    open_screen(game, scene);
    return game;
}

/* ---- changing a member ---- */

typedef struct Change {
    const char *member;
    uint32_t value;
    Arena *arena;
    unsigned found;
} Change;

/* A sprite is of the tiles. */
static void change_value(void *context, const RecordLayout *type, void *data, size_t count,
                         size_t at, const RecordPath *path)
{
    Change *change = context;
    const Text name = record_path(path, change->arena);
    (void)at, (void)count;
    if (text_is(name, change->member) ||
        text_is(name, arena_format(change->arena, "%s.index", change->member).at)) {
        primitive_set(type, data, change->value);
        change->found++;
    }
}

static void *record_of(Game *game, const RecordLayout *layout)
{
    Content *content = game->world->content;
    const struct {
        const RecordLayout *layout;
        const void *record;
    } records[] = {{&TngMainMenu_layout, content->menu},
                   {&TngHud_layout, content->hud},
                   {&TngElements_layout, content->elements},
                   {&TngAlerts_layout, content->alerts},
                   {&TngCredits_layout, content->credits},
                   {&TngSlots_layout, content->slots},
                   {&TngDialog_layout, content_record(content, SECTION_DIALOGS, 0)},
                   {&TngChooser_layout, content_record(content, SECTION_CHOOSERS, 0)},
                   {&TngCutscene_layout, content_record(content, SECTION_CUTSCENES, 0)}};
    for (size_t i = 0; i < COUNT_OF(records); i++)
        if (records[i].layout == layout)
            return (void *)(uintptr_t)records[i].record;
    return NULL;
}

static Image draw(Game *game, Scene scene)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    const bool pressed =
        scene == MENU_PRESSED || scene == CHOOSER_PRESSED || scene == PLAY_PRESSED;
    const Spot finger = scene == MENU_PRESSED   ? (Spot){W / 2 - 3, 195}
                        : scene == PLAY_PRESSED ? (Spot){W - 10, 10}
                                                : (Spot){W / 2 - 3, 25};
    for (int i = 0; i < 2; i++) {
        render_press(renderer, pressed, finger.x, finger.y);
        render_frame(renderer, local_context(game->world), &frame);
    }
    renderer_free(renderer);
    return frame;
}

/* "x y w h" of all pixels that differ. */
static const char *changed_box(const Image *a, const Image *b, Arena *arena)
{
    int32_t left = W, top = H, right = -1, bottom = -1;
    for (int32_t y = 0; y < H; y++)
        for (int32_t x = 0; x < W; x++)
            if (*image_at(a, (uint32_t)x, (uint32_t)y) !=
                *image_at(b, (uint32_t)x, (uint32_t)y)) {
                left = x < left ? x : left;
                right = x > right ? x : right;
                top = y < top ? y : top;
                bottom = y;
            }
    return right < 0 ? "nothing"
                     : arena_format(arena, "%d %d %d %d", left, top, right - left + 1,
                                    bottom - top + 1)
                           .at;
}

#define YELLOW PIXEL(255, 255, 0, 255)
#define RED PIXEL(255, 0, 0, 255)

static bool has_pixel(const Image *image, Pixel colour)
{
    for (size_t i = 0; i < (size_t)W * H; i++)
        if (image->pixels[i] == colour)
            return true;
    return false;
}

typedef struct Member {
    Scene scene;
    const RecordLayout *layout;
    const char *member;
    uint32_t value;
    const char *box;
} Member;

static void expect_boxes(const Member *members, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++) {
        Kit *kit = kit_new();
        const Member *member = &members[i];
        Game *game = open_scene(kit, member->scene);
        void *record = record_of(game, member->layout);
        const Image before = draw(game, member->scene);
        Change change = {member->member, member->value, kit->arena, 0};
        record_visit(member->layout, record, change_value, &change);
        assert_int_equal(change.found, 1);
        const Image after = draw(game, member->scene);
        if ((member->value == RED || member->value == YELLOW) && member->scene != ALERT &&
            !has_pixel(&after, member->value))
            fail_msg("%s: its colour is not drawn", member->member);
        const char *box = changed_box(&before, &after, kit->arena);
        if (strcmp(box, member->box) != 0) {
            print_message("%s of scene %u: \"%s\" instead of \"%s\"\n", member->member,
                          member->scene, box, member->box);
            wrong++;
        }
        kit_free(kit);
    }
    assert_int_equal(wrong, 0);
}

static void members_of_the_main_menu_are_drawn(void **state)
{
    (void)state;
    static const Member members[] = {
#define LOOK(scene, member, value, box) {scene, &TngMainMenu_layout, "look." member, value, box}
        LOOK(MENU, "background", COIN, "25 0 375 224"),
        LOOK(MENU, "parallaxes[1].dx", 2, "4 225 391 15"),
        LOOK(MENU, "parallaxes[1].time", 5, "4 225 391 15"),
        LOOK(MENU, "parallaxes[1].dy", 1, "0 0 400 235"),
        LOOK(MENU, "parallaxes[2].sprite", COIN, "0 225 400 15"),
        LOOK(MENU, "title", COIN, "193 31 15 15"),
        LOOK(MENU, "flags", 0, "148 56 103 25"),
        LOOK(MENU, "flags", 3, "0 0 400 224"),
        LOOK(MENU, "title_colour", RED, "148 56 103 25"),
        LOOK(MENU, "title_shadow", RED, "149 57 103 25"),
        LOOK(MENU, "title_font.size", 8, "148 52 103 29"),
        LOOK(MENU, "title_font.style", 2, "148 56 108 25"),
        LOOK(MENU, "button_padding", 4, "175 119 51 98"),
        LOOK(MENU, "button_font.size", 8, "130 102 96 115"),
        LOOK(MENU, "buttons[0].left", COIN, "120 155 16 73"),
        LOOK(MENU, "buttons[0].background", COIN, "120 91 162 137"),
        LOOK(MENU, "buttons[0].right", COIN, "264 155 16 73"),
        LOOK(MENU, "buttons[0].colour", YELLOW, "181 165 37 51"),
        LOOK(MENU, "buttons[1].left", COIN, "120 113 16 20"),
        LOOK(MENU, "buttons[1].background", COIN, "120 113 160 20"),
        LOOK(MENU, "buttons[1].right", COIN, "264 113 16 20"),
        LOOK(MENU, "buttons[1].colour", YELLOW, "130 123 95 10"),
        LOOK(MENU_PRESSED, "buttons[2].left", COIN, "120 176 16 20"),
        LOOK(MENU_PRESSED, "buttons[2].background", COIN, "120 176 160 20"),
        LOOK(MENU_PRESSED, "buttons[2].right", COIN, "264 176 16 20"),
        LOOK(MENU_PRESSED, "buttons[2].colour", YELLOW, "182 186 36 9"),
        LOOK(MENU, "buttons[3].background", COIN, "120 91 162 76"),
        LOOK(MENU, "buttons[3].colour", YELLOW, "173 102 54 52"),
        LOOK(CREATE, "buttons[4].background", COIN, "232 37 144 22"),
        LOOK(CREATE, "graph", RED, "250 84 54 16"),
        LOOK(CREATE, "graph_grid", RED, "250 84 108 16"),
    };
    expect_boxes(members, COUNT_OF(members));
}

static void members_of_the_display_are_drawn(void **state)
{
    (void)state;
    static const Member members[] = {
#define HUD(scene, member, value, box) {scene, &TngHud_layout, member, value, box}
        HUD(PLAY, "navigation", COIN, "6 218 16 16"),
        HUD(PLAY, "actions", COIN, "378 218 16 16"),
        HUD(PLAY, "items_background", ROOF, "193 225 15 15"),
        HUD(PLAY, "items_foreground", ROOF, "193 224 15 16"),
        HUD(PLAY, "item_count", 0, "193 219 13 13"),
        HUD(PLAY, "item_width", 16, "193 219 25 13"),
        HUD(PLAY, "item_height", 4, "193 215 13 17"),
        HUD(PLAY, "item_left", 8, "193 219 21 13"),
        HUD(PLAY, "item_top", 4, "193 219 13 17"),
        HUD(PLAY, "item_gap", 2, "202 225 6 7"),
        HUD(PLAY, "hand_gap", 3, "211 225 8 7"),
        HUD(PLAY, "combined", 1, "10 10 201 230"),
        HUD(PLAY, "status_background", WALL, "0 0 16 16"),
        HUD(PLAY, "status_foreground", WALL, "0 0 16 16"),
        HUD(PLAY_PRESSED, "inventory_pressed", COIN, "378 7 16 31"),
        HUD(PLAY, "inventory_icon", COIN, "378 7 16 31"),
        HUD(BAG, "slot_width", 4, "24 34 317 15"),
        HUD(BAG, "slot_height", 4, "24 34 317 15"),
        HUD(BAG, "slot_left", 4, "24 42 45 7"),
        HUD(BAG, "slot_top", 4, "24 42 41 11"),
        HUD(BAG, "count_font.size", 20, "18 37 61 25"),
        HUD(BAG, "slot_background", ROOF, "24 42 253 83"),
        HUD(BAG, "slot_selected", ROOF, "58 42 15 15"),
        HUD(BAG, "equipment_background", WALL, "334 34 15 15"),
        HUD(PLAY, "bars[0].direction", 1, "10 10 16 16"),
        HUD(PLAY, "bars[0].direction", 2, "10 10 16 16"),
        HUD(PLAY, "bars[0].direction", 3, "10 10 9 16"),
        HUD(PLAY, "bars[0].left", 13, "10 10 12 16"),
        HUD(PLAY, "bars[0].top", 13, "10 10 9 19"),
        HUD(PLAY, "bars[0].background", WALL, "19 10 7 16"),
        HUD(PLAY, "bars[1].foreground", WALL, "40 10 9 16"),
        HUD(PLAY, "bars[0].value", 0, "10 10 9 16"),
        HUD(PLAY, "bars[0].most", 0, "10 10 9 16"),
        {BAG, &TngSlots_layout, "slots[0].left", 5, "334 34 12 7"},
        {BAG, &TngSlots_layout, "slots[0].top", 5, "334 34 7 12"},
    };
    expect_boxes(members, COUNT_OF(members));
}

static void members_of_the_elements_are_drawn(void **state)
{
    (void)state;
    static const Member members[] = {
#define LOOKS(scene, member, value, box) {scene, &TngElements_layout, member, value, box}
        LOOKS(MENU, "colours[0]", YELLOW, "181 165 37 51"),
        LOOKS(MENU, "colours[1]", YELLOW, "130 123 95 10"),
        LOOKS(MENU_PRESSED, "colours[2]", YELLOW, "182 186 36 9"),
        LOOKS(MENU, "colours[3]", YELLOW, "173 102 53 52"),
        LOOKS(PLAY, "colours[4]", YELLOW, "8 95 37 27"),
        LOOKS(BAG, "colours[5]", YELLOW, "125 10 232 9"),
        LOOKS(BAG, "colours[6]", YELLOW, "49 10 18 12"),
        LOOKS(DIALOG, "colours[7]", YELLOW, "21 143 26 9"),
        LOOKS(DIALOG, "colours[8]", YELLOW, "21 164 78 50"),
        LOOKS(DIALOG, "colours[9]", YELLOW, "21 183 334 18"),
        LOOKS(BAG, "fonts[0].font.size", 8, "125 10 233 10"),
        LOOKS(BAG, "fonts[0].font.style", 2, "125 10 236 10"),
        LOOKS(BAG, "fonts[1].font.size", 8, "49 10 19 13"),
        LOOKS(DIALOG, "fonts[2].font.size", 8, "10 129 380 61"),
        LOOKS(DIALOG, "fonts[3].font.size", 8, "10 129 380 87"),
        LOOKS(DIALOG, "fonts[4].font.size", 8, "31 186 28 14"),
        LOOKS(MENU, "fonts[5].font.size", 8, "130 102 96 115"),
        LOOKS(BAG, "sprites[6]", COIN, "31 33 16 16"),
    };
    expect_boxes(members, COUNT_OF(members));
}

static void members_of_dialogs_and_cutscenes_are_drawn(void **state)
{
    (void)state;
    static const Member members[] = {
#define SHOWN(scene, type, member, value, box) {scene, &Tng##type##_layout, member, value, box}
        SHOWN(DIALOG, Dialog, "title", 16777215, "10 129 380 86"),
        SHOWN(DIALOG, Dialog, "message", 16777215, "10 129 380 86"),
        SHOWN(DIALOG, Dialog, "portrait", WALL, "364 172 15 15"),
        SHOWN(DIALOG, Dialog, "left", 1, "21 143 358 72"),
        SHOWN(DIALOG, Dialog, "options[0].text", 0, "31 187 52 13"),
        SHOWN(CHOOSER, Chooser, "left", 30, "20 20 26 32"),
        SHOWN(CHOOSER, Chooser, "top", 30, "20 20 196 42"),
        SHOWN(CHOOSER, Chooser, "horizontal", 10, "179 20 42 16"),
        SHOWN(CHOOSER, Chooser, "vertical", 10, "20 36 16 26"),
        SHOWN(CHOOSER, Chooser, "options[1].sprites[0]", COIN, "201 21 15 15"),
        SHOWN(CHOOSER, Chooser, "options[0].sprites[1]", COIN, "185 21 15 15"),
        SHOWN(CHOOSER_PRESSED, Chooser, "options[0].sprites[2]", COIN, "185 21 15 15"),
        SHOWN(CHOOSER, Chooser, "options[1].position", 8, "185 20 195 200"),
        SHOWN(CUTSCENE, Cutscene, "slides[0].from", 250, "0 0 400 240"),
        SHOWN(CUTSCENE, Cutscene, "slides[0].fade_in", 250, "0 0 400 240"),
        SHOWN(CUTSCENE, Cutscene, "slides[0].fade_out", 150, "0 0 400 240"),
        SHOWN(CUTSCENE, Cutscene, "slides[0].to", 150, "0 0 400 240"),
        SHOWN(CUTSCENE, Cutscene, "slides[0].colour", RED, "0 0 400 240"),
        SHOWN(CUTSCENE, Cutscene, "slides[0].image", COIN, "0 0 400 240"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].from", 250, "40 195 60 10"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].fade_in", 250, "40 195 60 10"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].fade_out", 150, "40 195 60 10"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].to", 150, "40 195 60 10"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].colour", RED, "40 195 60 10"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].x", 60, "40 195 260 10"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].y", 20, "40 51 60 154"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].align", 1, "23 195 77 28"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].align", 2, "13 195 87 45"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].font.size", 8, "40 194 60 11"),
        SHOWN(CUTSCENE, Cutscene, "subtitles[0].text", 0, "40 195 60 13"),
        SHOWN(CREDITS, Credits, "background", COIN, "0 0 400 240"),
        SHOWN(CREDITS, Credits, "header_colour", RED, "142 93 117 13"),
        SHOWN(CREDITS, Credits, "header_font.size", 8, "142 92 117 33"),
        SHOWN(CREDITS, Credits, "name_colour", RED, "186 118 29 7"),
        SHOWN(CREDITS, Credits, "name_font.size", 8, "186 116 29 9"),
        SHOWN(CREDITS, Credits, "groups[0].category", 'm', "142 93 117 13"),
        SHOWN(CREDITS, Credits, "groups[0].authors[0]", 0, "186 118 29 7"),
        SHOWN(ALERT, Alerts, "font.size", 8, "170 55 60 26"),
        SHOWN(ALERT, Alerts, "duration", 60, "170 55 60 26"),
        SHOWN(ALERT, Alerts, "fade_in", 90, "170 55 60 25"),
        SHOWN(ALERT, Alerts, "fade_out", 90, "170 55 60 26"),
        SHOWN(ALERT, Alerts, "alerts[3].colour", RED, "186 63 28 10"),
        SHOWN(ALERT, Alerts, "alerts[3].text", 0, "158 55 84 26"),
    };
    expect_boxes(members, COUNT_OF(members));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_of_the_main_menu_are_drawn),
        cmocka_unit_test(members_of_the_display_are_drawn),
        cmocka_unit_test(members_of_the_elements_are_drawn),
        cmocka_unit_test(members_of_dialogs_and_cutscenes_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

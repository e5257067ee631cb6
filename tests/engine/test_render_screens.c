/* Every screen of the game and every page of the player program, drawn and compared with
 * what was looked at. After a change on purpose: look at the pictures that the failing test
 * has written beside its program, then put the new figures into the table. */
#include "lib/game_kit.h"

#include "base/system/process.h"
#include "player/menus/menus.h"
#include "player/recording.h"
#include "engine/render/screen_words.h"

#include <stdio.h>

typedef struct Scene {
    const char *name, *start; /* start-up handler; NULL: the main menu */
    const char *input;        /* a recording, see player/recording.h */
    MenuPage page;
    uint32_t w, h, zoom, ui_zoom, text_percent, colours;
    uint64_t hash;
} Scene;

#define USUAL 640, 360, 1, 1, 100, 0
#define BAG "location(town,4,4,so) give(coin,12) give(sword,1) give(tree,2) quest(0,errand) "

static const Scene scenes[] = {
    {"menu", NULL, "1 offers continue load options languages\n3 end", 0, USUAL,
     0xbdfa313e4c3038e9},
    {"menu of a small window", NULL, "1 offers load options\n3 end", 0, 320, 180, 1, 1, 100, 0,
     0xc3d349a7f5620bc8},
    {"create", NULL, "1 press confirm\n2 say Níamh\n3 select 5\n4 press right\n6 end", 0, USUAL,
     0xa83e01373b00ecb7},
    {"create, large letters", NULL, "1 press confirm\n3 select 2\n6 end", 0, 640, 360, 1, 1,
     200, 0, 0x46a4e6539a385b6c},
    {"hud", BAG "hp=7", "3 end", 0, USUAL, 0x5d27e530e665302a},
    {"hud at its own zoom", BAG "hp=7 npc(town,6,5,slime)", "8 end", 0, 960, 540, 1, 2, 100, 0,
     0x9a3c24ff2b586039},
    {"dialog", BAG "dialog(first,0)", "4 press down\n6 end", 0, USUAL, 0xccb4ff5fff1b2395},
    {"dialog, the other side", BAG "dialog(second,0)", "4 end", 0, USUAL, 0xe55b0aafc4847bfd},
    {"dialog, large letters", BAG "dialog(first,0)", "4 end", 0, 640, 360, 1, 1, 200, 0,
     0xc1e042fbabf54c71},
    {"dialog, small window", BAG "dialog(first,0)", "4 end", 0, 320, 180, 1, 1, 100, 0,
     0x60571d0453365724},
    {"chooser", BAG "chooser(choice)", "4 press down\n6 end", 0, USUAL, 0xfd99185f1d0fbf9b},
    {"bag", BAG, "3 press inventory\n4 select 2\n6 end", 0, USUAL, 0xdd6badec997f34f8},
    {"bag, small window", BAG, "3 press inventory\n6 end", 0, 320, 180, 1, 1, 100, 0,
     0x7bab7a61f6870365},
    {"stats", BAG "hp=3", "3 press stats\n4 press down\n6 end", 0, USUAL, 0xd75cfc092d9a54d9},
    {"skills", BAG "give(door,4)", "3 press skills\n6 end", 0, USUAL, 0x3bf17a0dcbe4f173},
    {"quests", BAG, "3 press quests\n6 end", 0, USUAL, 0x250955c1531a403c},
    {"market", BAG "npc(town,5,4,guard) market()", "4 press down\n6 end", 0, USUAL,
     0x299b3cd1c45effb2},
    {"craft, fields", BAG "craft(forge)",
     "4 select 19\n5 press confirm\n6 press confirm\n8 end", 0, USUAL, 0x68948a21386c387b},
    {"pause", BAG, "1 offers save load options\n3 press pause\n6 end", 0, USUAL,
     0x3f40e58c47b78c70},
    {"pause over a dialog", BAG "dialog(first,0)", "3 press pause\n6 end", 0, USUAL,
     0xcc500ba75a419f20},
    {"cutscene", BAG "cutscn(scene)", "30 end", 0, USUAL, 0xe191be419f2719a4},
    {"alert and chat", BAG "alert(3)", "3 say Is anybody here?\n20 end", 0, USUAL,
     0x598d2f91e8e7dd48},
    {"options", BAG, "3 end", MENU_OPTIONS, USUAL, 0x2438e094252df11c},
    {"controls", BAG, "3 end", MENU_CONTROLS, USUAL, 0x4a105b60cac477a6},
    {"controls, small window", BAG, "3 end", MENU_CONTROLS, 320, 180, 1, 1, 100, 0,
     0x696d28f03c1361bf},
    {"language", BAG, "3 end", MENU_LANGUAGE, USUAL, 0xc5ef6e727ad96d72},
    {"load", BAG, "3 end", MENU_LOAD, USUAL, 0x2de415f77e3da809},
    {"save", BAG, "3 end", MENU_SAVE, USUAL, 0x31332441134a44e1},
    {"confirm", BAG, "3 end", MENU_CONFIRM, USUAL, 0xafd849921a643fe5},
    {"history", BAG "dialog(first,0)", "4 end", MENU_HISTORY, USUAL, 0xd6c4f064626af603},
    {"type", BAG, "3 end", MENU_TYPE, USUAL, 0x66d0844aedee8f72},
    {"message", BAG, "3 end", MENU_MESSAGE, USUAL, 0xa3e67b3f7a7ff856},
    {"pause, large letters", BAG, "1 offers save load options\n3 press pause\n6 end", 0, 640,
     360, 1, 1, 200, 0, 0xa4caef9f35392103},
    {"bag, large letters", BAG, "3 press inventory\n4 select 2\n6 end", 0, 640, 360, 1, 1, 200,
     0, 0xc2193019a867d475},
    {"market, large letters", BAG "npc(town,5,4,guard) market()", "4 press down\n6 end", 0, 640,
     360, 1, 1, 200, 0, 0x2559e135cedeb7f7},
    {"load, the largest letters", BAG, "3 end", MENU_LOAD, 640, 360, 1, 1, 300, 0,
     0xfd490b2a3b523d91},
    {"options in high contrast", BAG, "3 end", MENU_OPTIONS, 640, 360, 1, 1, 100,
     COLOURS_CONTRAST, 0x445bd1ec58ddde8d},
};

/* ---- a game with something on every screen ---- */

static void make_dialogs(Game *game)
{
    static const char *const answers[] = {"What happened to the water?", "Farewell."};
    TngDialog *first = &game->dialogs[0];
    first->title = game_text(game, "Aoife");
    first->message =
        game_text(game, "There you are! Even the well on the square is dry now. The "
                        "hens look at me as if it were my doing.");
    first->option_count = 2;
    first->options = ARENA_ALLOC(game->arena, DialogOption, 2);
    for (size_t i = 0; i < 2; i++)
        first->options[i].text = game_text(game, answers[i]);
    first->portrait = (SpriteRef){2, WOMAN};
    game->dialogs[1].portrait = (SpriteRef){2, HERO};
    game->dialogs[1].left = 1;
}

static void make_hud(Game *game)
{
    HudBar *bars = ARENA_ALLOC(game->arena, HudBar, 4);
    for (u8 i = 0; i < 4; i++)
        bars[i] = (HudBar){.direction = i,
                           .left = (u16)(8 + 24 * i),
                           .top = 8,
                           .value = game_string(game, "hp"),
                           .most = game_string(game, "most"),
                           .foreground = {1, COIN},
                           .background = {1, WALL}};
    game->hud = (TngHud){.navigation = {1, TREE},
                         .actions = {1, DOOR},
                         .items_background = {1, WALL},
                         .items_foreground = {0, TNG_NO_SPRITE},
                         .item_count = 5,
                         .item_width = 16,
                         .item_height = 16,
                         .item_gap = 2,
                         .hand_gap = 6,
                         .status_background = {1, DOOR},
                         .status_foreground = {0, TNG_NO_SPRITE},
                         .inventory_icon = {1, SWORD},
                         .inventory_pressed = {1, COIN},
                         .slot_background = {0, TNG_NO_SPRITE},
                         .slot_selected = {0, TNG_NO_SPRITE},
                         .equipment_background = {1, TREE},
                         .bar_count = 4,
                         .bars = bars};
    game->has_hud = true;
    game->attributes[0] = (TngAttribute){.type = 1,
                                         .name = game_string(game, "hp"),
                                         .title = game_text(game, "Health"),
                                         .value = 10};
    game->attributes[2] = (TngAttribute){.type = 1,
                                         .name = game_string(game, "most"),
                                         .title = game_text(game, "Greatest health"),
                                         .value = 10};
    game->attributes[1].title = game_text(game, "Level");
    game->level_points = game_string(game, "hp");
    game->points = 9;
    game->points_max = 6;
}

static void make_things(Game *game)
{
    ObjectModifier *modifier = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    AttributeRule *rule = ARENA_ALLOC(game->arena, AttributeRule, 1);
    *modifier = (ObjectModifier){0, game_string(game, "level"), 2};
    *rule = (AttributeRule){2, game_string(game, "level"), 5};
    static const unsigned things[] = {COIN, SWORD, TREE, DOOR};
    for (size_t i = 0; i < COUNT_OF(things); i++)
        game_object(game, things[i], 0, NULL);
    TngObject *sword = &game->objects[SWORD];
    sword->equip_mask = 1;
    sword->price = 30;
    sword->unit = COIN;
    sword->modifier_count = sword->required_count = 1;
    sword->modifiers = modifier;
    sword->required = rule;
    game->objects[TREE].price = 4;
    game->objects[TREE].unit = COIN;
    game->objects[DOOR].equip_mask = UINT32_MAX;
    NpcItem *wares = ARENA_ALLOC(game->arena, NpcItem, 2);
    wares[0] = (NpcItem){100, 3, 0, {1, TREE}};
    wares[1] = (NpcItem){100, 1, 0, {1, SWORD}};
    game->npcs[GUARD].items = wares;
    game->npcs[GUARD].item_count = 2;
    Recipe *recipe = ARENA_ALLOC(game->arena, Recipe, 1);
    *recipe = (Recipe){.quantity = 1, .product = SWORD};
    for (size_t i = 0; i < CRAFT_FIELDS; i++)
        recipe->ingredients[i] = (Ingredient){i == 0 ? 2 : 0, i == 0 ? COIN : TNG_NO_SPRITE};
    game->crafting = (TngCrafting){game_text(game, "The forge"),
                                   game_text(game, "The coals are red."),
                                   0,
                                   {2, WOMAN},
                                   0,
                                   1,
                                   recipe,
                                   {NULL, 0}};
    game->quest.title = game_text(game, "Three coins");
    game->quest.description = game_text(game, "The guide has lost three coins in the grass.");
}

static void make_scenes(Game *game)
{
    game->chooser.option_count = 3;
    game->chooser.left = game->chooser.top = 40;
    game->chooser.options = ARENA_ALLOC(game->arena, ChooserOption, 3);
    for (size_t i = 0; i < 3; i++) {
        game->chooser.options[i].position = i < 2 ? (u8)(3 + 2 * i) : 13;
        game->chooser.options[i].sprites[0] = TNG_NO_SPRITE;
        game->chooser.options[i].sprites[1] = game->chooser.options[i].sprites[2] =
            TNG_NO_SPRITE;
    }
    game->chooser.options[2].sprites[0] = 10 | 70 << 8; /* x1, y1, percent */
    game->chooser.options[2].sprites[1] = 90 | 90 << 8;
    game->cutscene.slide_count = game->cutscene.subtitle_count = 1;
    game->cutscene.slides = ARENA_ALLOC(game->arena, Slide, 1);
    game->cutscene.slides[0] =
        (Slide){0, 50, 250, 300, PIXEL(60, 40, 90, 255), {4, TNG_NO_SPRITE}};
    game->cutscene.subtitles = ARENA_ALLOC(game->arena, Subtitle, 1);
    game->cutscene.subtitles[0] =
        (Subtitle){.to = 300,
                   .fade_out = 300,
                   .colour = PIXEL(255, 240, 200, 255),
                   .x = 50,
                   .y = 80,
                   .align = 1,
                   .text = game_text(game, "Nine hazels stand about the well.")};
    game->has_audio = true; /* brings alerts */
}

static void make_groups(Game *game)
{
    static const char *const names[2][2] = {{"Lad of the meadow", "Daughter of the poet"},
                                            {"Herder", "Fighter"}};
    game->group_count = 2;
    for (size_t i = 0; i < 2; i++) {
        CharacterOption *options = ARENA_ALLOC(game->arena, CharacterOption, 2);
        for (size_t k = 0; k < 2; k++) {
            options[k].name = game_text(game, names[i][k]);
            options[k].description = game_text(game, "Grew up among the hens and knows every "
                                                     "path between the well and the hills.");
            options[k].sprite_count = i ? 0 : 20;
            options[k].sprites = ARENA_ALLOC(game->arena, SpriteRef, 20);
            for (size_t s = 0; s < 20; s++)
                options[k].sprites[s] =
                    (SpriteRef){2, s < 2 ? (u16)(k ? WOMAN : HERO) : TNG_NO_SPRITE};
        }
        game->groups[i] = (TngOptions){.name = game_text(game, i ? "Calling" : "Hero"),
                                       .palettes = {0, TNG_NO_SPRITE},
                                       .option_count = 2,
                                       .options = options};
    }
}

/* ---- drawing ---- */

static void play(Game *game, Text input)
{
    Recording recording;
    Writer file = writer_to(game->arena);
    WorldInput now = {0};
    size_t at = 0;
    write_format(&file, "# oisin input 1\n%.*s\n", (int)input.size, input.at);
    assert_true(
        recording_read(writer_text(&file), &recording, game->arena, &game->kit->report));
    for (uint32_t i = 0; i < recording.frames; i++) {
        recording_input(&recording, i, &at, &now);
        world_tick(game->world, &now);
    }
}

static void open_page(Menus *menus, const Scene *scene, Game *game)
{
    const MenuSlot slots[] = {{.name = TEXT("quick"),
                               .label = TEXT("Quick save"),
                               .title = TEXT("Coll Meadow"),
                               .when = TEXT("2026-11-21 07:05"),
                               .seconds = 4020,
                               .preview = game_picture(game, 64, 64, PIXEL(60, 140, 60, 255)),
                               .fixed = true},
                              {.name = TEXT("1"),
                               .label = TEXT("1"),
                               .when = TEXT("2026-11-20 21:48"),
                               .damaged = true}};
    menus_slots(menus, slots, 2);
    menus_record_dialog(menus, local_context(game->world));
    if (scene->page == MENU_TYPE)
        menus_type(menus, TEXT("Name"), TEXT("Níamh"), MENU_TEXT);
    else if (scene->page == MENU_CONFIRM)
        menus_ask(menus, WORD_OVERWRITE, (MenuRequest){.kind = MENU_REQUEST_SAVE});
    else if (scene->page == MENU_MESSAGE)
        menus_message(menus, TEXT("The game has changed since this was saved\n"
                                  "The attribute mana is gone."));
    else if (scene->page)
        menus_open(menus, scene->page);
}

static Image draw(Game *game, const Scene *scene)
{
    Settings settings;
    Bindings bindings = {0};
    settings_default(&settings);
    bindings_default(&bindings);
    Menus *menus = menus_new(&settings, &bindings, game->arena);
    const Image frame = image_new(scene->w, scene->h, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    renderer_set(renderer, &(RenderOptions){.zoom = scene->zoom,
                                            .ui_zoom = scene->ui_zoom,
                                            .text_percent = scene->text_percent,
                                            .colours = scene->colours,
                                            .subtitle_back = true});
    open_page(menus, scene, game);
    for (int i = 0; i < 2; i++) { /* pages know the languages from the frame before */
        renderer_overlay(renderer, menus_overlay(menus));
        render_frame(renderer, local_context(game->world), &frame);
    }
    renderer_free(renderer);
    menus_free(menus);
    return frame;
}

static Game *open_scene(const Scene *scene)
{
    Game *game = game_new(kit_new());
    make_dialogs(game);
    make_hud(game);
    make_things(game);
    make_scenes(game);
    game->has_menu = !scene->start;
    if (scene->start)
        game->start = scene->start;
    else
        make_groups(game);
    game_open(game);
    play(game, text_of(scene->input));
    return game;
}

static void save(const Image *frame, size_t number, Arena *arena)
{
    char path[600];
    if (!program_file(path, 500))
        return;
    const Bytes png = png_write(frame, NULL, arena);
    snprintf(path + strlen(path), 40, "-%02zu.png", number);
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(png.data, 1, png.size, file);
    fclose(file);
}

static void screens_match_the_references(void **unused)
{
    size_t wrong = 0;
    (void)unused;
    for (size_t i = 0; i < COUNT_OF(scenes); i++) {
        Game *game = open_scene(&scenes[i]);
        const Image frame = draw(game, &scenes[i]);
        if (image_hash(&frame) != scenes[i].hash) {
            print_message("%zu %s: 0x%016llx\n", i, scenes[i].name,
                          (unsigned long long)image_hash(&frame));
            save(&frame, i, game->arena);
            wrong++;
        }
        kit_free(game->kit);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(screens_match_the_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

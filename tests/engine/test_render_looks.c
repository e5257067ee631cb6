/* Members of ui/mainmenu.cfg and ui/elements.cfg that change what is drawn. */
#include "lib/game_kit.h"

#include "player/menus/menus.h"
#include "engine/render/render_internal.h"

#include <math.h>

enum { W = 320, H = 240, CHECK_OFF = 5 };

static Game *game_with_look(MenuLook *look, MenuParallax *parallax)
{
    Game *game = game_new(kit_new());
    *parallax = (MenuParallax){.time = 1, .sprite = {1, WALL}};
    *look = (MenuLook){.background = {0, TNG_NO_SPRITE},
                       .title = {0, TNG_NO_SPRITE},
                       .flags = 1,
                       .parallax_count = 1,
                       .parallaxes = parallax};
    game->has_menu = true;
    game->menu_look = look;
    return game;
}

static Image frame_of(Game *game, Renderer **out)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    render_frame(renderer, local_context(game->world), &frame);
    if (out)
        *out = renderer;
    else
        renderer_free(renderer);
    return frame;
}

/* The number of rows of the frame's left column in which the layer is drawn. */
static unsigned rows_with_layer(Game *game, const Image *frame)
{
    MenuLook without = *game->menu_look;
    without.parallax_count = 0;
    Game *bare = game_new(game->kit);
    bare->has_menu = true;
    bare->menu_look = &without;
    game_open(bare);
    game_ticks(bare, (WorldInput){0}, (unsigned)game->world->tick);
    const Image back = frame_of(bare, NULL);
    unsigned rows = 0;
    for (uint32_t y = 0; y < H; y++)
        rows += frame->pixels[y * frame->stride] != back.pixels[y * back.stride];
    return rows;
}

/* Without dy one row of images at the lower edge; with it they cover the frame and move. */
static void menu_layers_move_up_and_down(void **state)
{
    (void)state;
    for (i16 dy = 0; dy < 2; dy++) {
        MenuLook look;
        MenuParallax parallax;
        Game *game = game_with_look(&look, &parallax);
        parallax.dy = dy;
        game_open(game);
        game_ticks(game, (WorldInput){0}, 3);
        const Image frame = frame_of(game, NULL);
        assert_int_equal(rows_with_layer(game, &frame), dy ? H : GAME_TILE);
        kit_free(game->kit);
    }
}

/* The layer has the size of the background: it covers the same part of the frame, so that it
 * cannot be seen; in a frame that lies, it stands at the lower edge, unscaled. */
static void menu_layers_grow_with_the_background_of_an_upright_frame(void **state)
{
    (void)state;
    for (int upright = 0; upright < 2; upright++) {
        Game *games[2];
        Image frames[2];
        for (unsigned i = 0; i < 2; i++) {
            MenuLook look;
            MenuParallax parallax;
            games[i] = game_with_look(&look, &parallax);
            look.background = (SpriteRef){1, WALL};
            look.parallax_count = i;
            game_open(games[i]);
            game_ticks(games[i], (WorldInput){0}, 3);
            Renderer *renderer =
                renderer_new(games[i]->world, games[i]->arena, &games[i]->kit->report);
            frames[i] = image_new(upright ? H : W, upright ? W : H, games[i]->arena);
            render_frame(renderer, local_context(games[i]->world), &frames[i]);
            renderer_free(renderer);
        }
        assert_int_equal(image_equal(&frames[0], &frames[1]), upright);
        for (unsigned i = 0; i < 2; i++)
            kit_free(games[i]->kit);
    }
}

static void title_text_is_a_link_to_the_website(void **state)
{
    (void)state;
    MenuLook look;
    MenuParallax parallax;
    Game *game = game_with_look(&look, &parallax);
    look.website = game_string(game, "https://example.org");
    game_open(game);
    game_ticks(game, (WorldInput){.offers = OFFER_WEBSITE}, 2);
    const PlayerContext ctx = local_context(game->world);
    Renderer *renderer;
    frame_of(game, &renderer);
    WorldInput input = {0};
    bool found = false;
    for (int32_t y = 0; y < H / 3 && !found; y++) {
        input = (WorldInput){0};
        found = render_pick(renderer, ctx, W / 2, y, &input) && input.option;
    }
    assert_true(found);
    assert_int_equal(ctx.player->screen.options[input.option - 1], CHOICE_WEBSITE);
    renderer_free(renderer);
    kit_free(game->kit);
}

/* What can be worn and is not has the other check box; what cannot be worn has none. */
static void unworn_equipment_has_an_unchecked_box(void **state)
{
    (void)state;
    Image frames[2];
    Game *game = NULL;
    for (unsigned i = 0; i < 2; i++) {
        game = game_new(game ? game->kit : kit_new());
        SpriteRef *sprites = ARENA_ALLOC(game->arena, SpriteRef, ELEMENTS);
        for (size_t k = 0; k < ELEMENTS; k++)
            sprites[k] = (SpriteRef){0, TNG_NO_SPRITE};
        if (i)
            sprites[CHECK_OFF] = (SpriteRef){1, COIN};
        game->elements.sprites = sprites;
        game->elements.sprites_count = ELEMENTS;
        game->has_elements = true;
        game_object(game, SWORD, 0, NULL);
        game_object(game, TREE, 0, NULL);
        game->objects[SWORD].equip_mask = 1;
        game->start = "location(town,4,4,so) give(sword,1) give(tree,1)";
        game_open(game);
        game_press(game, BUTTON_INVENTORY);
        frames[i] = frame_of(game, NULL);
    }
    uint32_t changed = 0;
    for (size_t k = 0; k < (size_t)W * H; k++)
        changed += frames[0].pixels[k] != frames[1].pixels[k];
    assert_in_range(changed, 1, GAME_TILE * GAME_TILE); /* one box, not two */
    kit_free(game->kit);
}

static uint32_t pixels_changed(const Image *a, const Image *b)
{
    uint32_t changed = 0;
    for (size_t k = 0; k < (size_t)W * H; k++)
        changed += a->pixels[k] != b->pixels[k];
    return changed;
}

/* A row of sprites of which only the portrait exists. */
static void portrait_only(SpriteRef row[20], uint16_t tile)
{
    for (size_t i = 0; i < 20; i++)
        row[i] = (SpriteRef){1, i == 19 ? tile : TNG_NO_SPRITE};
}

/* A group with one option that has this portrait. */
static void add_group(Game *game, const char *name, uint16_t tile)
{
    CharacterOption *option = ARENA_ALLOC(game->arena, CharacterOption, 1);
    *option = (CharacterOption){.name = game_text(game, name),
                                .description = TNG_NO_TEXT,
                                .sprite_count = 20,
                                .sprites = ARENA_ALLOC(game->arena, SpriteRef, 20)};
    portrait_only(option->sprites, tile);
    game->groups[game->group_count++] = (TngOptions){.name = game_text(game, name),
                                                     .palettes = {0, TNG_NO_SPRITE},
                                                     .option_count = 1,
                                                     .options = option};
}

/* The player's own portrait in a dialog; `worn`: with a sword that has a portrait column;
 * `hair`: of a second group, or TNG_NO_SPRITE. */
static uint16_t expression = TNG_PLAYER_PORTRAIT;

static Image own_portrait(Kit *kit, bool worn, uint16_t hair)
{
    Game *game = game_new(kit);
    ObjectLayers *layers = ARENA_ALLOC(game->arena, ObjectLayers, 1);
    add_group(game, "Kin", TREE);
    add_group(game, "Hair", hair);
    game_object(game, SWORD, 0, NULL);
    layers->option = TNG_NO_TEXT;
    portrait_only(layers->above, COIN);
    portrait_only(layers->behind, TNG_NO_SPRITE);
    game->objects[SWORD].layer_count = 1;
    game->objects[SWORD].layers = layers;
    game->dialogs[0].portrait = (SpriteRef){3, expression};
    game->start = "location(town,4,4,so) dialog(first,0)";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    const PlayerContext ctx = local_context(game->world);
    ctx.player->choices[0] = 0;
    if (worn)
        ctx.player->equipped[0] = SWORD;
    return frame_of(game, NULL);
}

/* The coin lies over the tree: both are drawn in the middle of the portrait. */
static void portrait_shows_what_is_worn(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Image bare = own_portrait(kit, false, TNG_NO_SPRITE),
                worn = own_portrait(kit, true, TNG_NO_SPRITE);
    /* their left edges have the same colour */
    assert_int_equal(pixels_changed(&bare, &worn), GAME_TILE * (GAME_TILE - 1));
    kit_free(kit);
}

/* The indices FFF0 to FFFE are the player's portrait in 15 expressions, of which one exists;
 * FFFF is none. */
static void each_expression_shows_the_players_portrait(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Image usual = own_portrait(kit, false, TNG_NO_SPRITE);
    for (expression = 0xFFF0; expression < 0xFFFF; expression++) {
        const Image other = own_portrait(kit, false, TNG_NO_SPRITE);
        assert_int_equal(pixels_changed(&usual, &other), 0);
    }
    const Image none = own_portrait(kit, false, TNG_NO_SPRITE);
    assert_true(pixels_changed(&usual, &none) >= GAME_TILE * GAME_TILE);
    expression = 0xFFEF; /* a portrait of the game, which does not exist */
    const Image missing = own_portrait(kit, false, TNG_NO_SPRITE);
    assert_int_equal(pixels_changed(&none, &missing), 0);
    expression = TNG_PLAYER_PORTRAIT;
    kit_free(kit);
}

/* The portrait of each group of options is a layer, as for the figure: the grass lies over the
 * tree, and worn objects over both. Only the topmost one was drawn, without its colours. */
static void portrait_shows_all_options(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Image none = own_portrait(kit, false, TNG_NO_SPRITE),
                hair = own_portrait(kit, false, COIN), both = own_portrait(kit, true, DOOR),
                worn = own_portrait(kit, true, TNG_NO_SPRITE);
    assert_int_equal(pixels_changed(&none, &hair), GAME_TILE * (GAME_TILE - 1));
    assert_int_equal(pixels_changed(&hair, &worn), 0); /* the same coin, from a sword */
    assert_int_equal(pixels_changed(&both, &worn), 0);
    kit_free(kit);
}

/* ---- descriptions of objects ---- */

/* The title in the bag, with what follows after the bar, or without. */
static void object_has_a_description_after_a_bar(void **state)
{
    (void)state;
    static const char *const titles[][3] = {{"Coin | Buys a trout.", "Coin", "Buys a trout."},
                                            {"Coin|two", "Coin|two", ""},
                                            {"Coin | of | gold", "Coin", "of | gold"},
                                            {"Coin | ", "Coin", ""}};
    for (size_t i = 0; i < COUNT_OF(titles); i++) {
        Game *game = game_new(kit_new());
        game_object(game, COIN, 0, NULL);
        game->objects[COIN].title = game_text(game, titles[i][0]);
        game->start = "location(town,4,4,so) give(coin,1)";
        game_open(game);
        game_press(game, BUTTON_INVENTORY);
        Renderer *renderer;
        frame_of(game, &renderer);
        const Text row = render_describe(renderer)->row;
        const char *wanted = *titles[i][2] ? arena_format(game->arena, "%s, Belt slot 1, %s",
                                                          titles[i][1], titles[i][2])
                                                 .at
                                           : titles[i][1];
        if (!text_starts(row, wanted))
            fail_msg("\"%.*s\" instead of \"%s\"", (int)row.size, row.at, wanted);
        renderer_free(renderer);
        kit_free(game->kit);
    }
}

/* ---- light ---- */

/* Night, a player without light, and a tree at cell 12, 8 that gives light as `type` says. */
static Image at_night(Kit *kit, bool tree, uint8_t type)
{
    static uint32_t light[1];
    Game *game = game_new(kit);
    game->map_records[TOWN].daylight = (SpriteRef){1, WATER};
    game->map_records[TOWN].day_length = 1;
    game->start = "location(town,4,8,so)";
    game_object(game, TREE, 0, NULL);
    game->objects[TREE].modifier_count = 1;
    game->objects[TREE].modifiers = ARENA_ALLOC(game->arena, ObjectModifier, 1);
    *game->objects[TREE].modifiers = (ObjectModifier){type, game_string(game, "score"), 3};
    if (tree)
        game_put(game, TOWN, LAYER_OBJECTS, 12, 8, TREE);
    World *world = game_open(game);
    TngAttributes *attributes = (TngAttributes *)(uintptr_t)world->content->attributes;
    light[0] = game_string(game, "score");
    attributes->special = light;
    attributes->special_count = 1;
    game_ticks(game, (WorldInput){0}, 150);
    return frame_of(game, NULL);
}

/* What gives light to whoever carries it lights the map around it, three cells far: but not if
 * it has to be worn. */
static void objects_that_give_light_shine_on_the_map(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    const Image dark = at_night(kit, false, 0), lit = at_night(kit, true, 0),
                worn = at_night(kit, true, 1);
    uint32_t brighter = 0, darker = 0;
    for (size_t k = 0; k < (size_t)W * H; k++) {
        const uint32_t a = PIXEL_G(worn.pixels[k]), b = PIXEL_G(lit.pixels[k]);
        brighter += b > a;
        darker += b < a;
    }
    assert_int_equal(darker, 0);
    /* a disc of 48 pixels, without the rounded edge */
    assert_in_range(brighter, 5000, 7300);
    assert_in_range(pixels_changed(&dark, &worn), 1, 2 * GAME_TILE * GAME_TILE); /* the tree */
    kit_free(kit);
}

/* A dialog, or the market, of a guard who has a portrait or none. `own`: the dialog names a
 * portrait itself. */
static Image guard_screen(Kit *kit, const char *script, bool face, bool own)
{
    Game *game = game_new(kit);
    game_npc(game, GUARD, TNG_EVENT_CLICK, script);
    if (face)
        portrait_only(game->npcs[GUARD].sprites, COIN);
    for (size_t i = 0; i < 19; i++)
        game->npcs[GUARD].sprites[i] = (SpriteRef){2, WOMAN};
    game_put(game, TOWN, 5, 4, 5, GUARD);
    if (own)
        game->dialogs[0].portrait = (SpriteRef){1, DOOR};
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    game_ticks(game, (WorldInput){.go = 1, .target_x = 4 * 16 + 8, .target_y = 5 * 16 + 8}, 60);
    assert_true(local_context(game->world).player->screen.screen != SCREEN_GAME);
    return frame_of(game, NULL);
}

static void npc_portrait_is_shown_in_dialog_and_market(void **state)
{
    (void)state;
    static const char *const scripts[] = {"dialog(first,0)", "market()"};
    Kit *kit = kit_new();
    for (size_t i = 0; i < 2; i++) {
        const Image bare = guard_screen(kit, scripts[i], false, false);
        const Image face = guard_screen(kit, scripts[i], true, false);
        assert_true(pixels_changed(&bare, &face) >= GAME_TILE * GAME_TILE);
    }
    const Image own = guard_screen(kit, scripts[0], false, true);
    const Image both = guard_screen(kit, scripts[0], true, true);
    assert_int_equal(pixels_changed(&own, &both), 0);
    kit_free(kit);
}

static void market_has_the_title_of_its_npc(void **state)
{
    (void)state;
    Game *game = game_new(kit_new());
    game_npc(game, GUARD, TNG_EVENT_CLICK, "market()");
    game->npcs[GUARD].name = game_text(game, "Goibniu the smith");
    game_put(game, TOWN, 5, 4, 5, GUARD);
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_MARKET);
    Renderer *renderer;
    frame_of(game, &renderer);
    assert_true(text_is(render_describe(renderer)->title, "Goibniu the smith"));
    renderer_free(renderer);
    kit_free(game->kit);
}

/* Three options at a position: where they are clicked. */
static void options_in_area(Kit *kit, u8 position, Spot at[3])
{
    Game *game = game_new(kit);
    game->chooser = (TngChooser){.left = 20, .top = 20, .horizontal = 7, .vertical = 5};
    game->chooser.option_count = 3;
    game->chooser.options = ARENA_ALLOC(game->arena, ChooserOption, 3);
    for (size_t i = 0; i < 3; i++)
        game->chooser.options[i] = (ChooserOption){
            .position = position, .sprites = {COIN, TNG_NO_SPRITE, TNG_NO_SPRITE}};
    game->start = "location(town,4,4,so) chooser(choice)";
    game->ui_is_tiles = true;
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    Renderer *renderer;
    frame_of(game, &renderer);
    for (uint32_t i = 0; i < 3; i++)
        at[i] = (Spot){-1, -1};
    for (int32_t y = H - 1; y >= 0; y--)
        for (int32_t x = W - 1; x >= 0; x--) {
            WorldInput input = {0};
            if (render_pick(renderer, local_context(game->world), x, y, &input) && input.option)
                at[input.option - 1] = (Spot){x, y}; /* its first pixel */
        }
    renderer_free(renderer);
}

static void chooser_options_of_the_middle_column_are_in_a_row(void **state)
{
    (void)state;
    for (u8 position = 0; position < 13; position++) {
        Kit *kit = kit_new();
        Spot at[3];
        options_in_area(kit, position, at);
        const bool row = position == 1 || position == 4 || position == 7;
        const bool up = position == 6 || position == 8;
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(at[i + 1].x - at[i].x, row ? GAME_TILE + 7 : 0);
            assert_int_equal(at[i + 1].y - at[i].y, row ? 0 : (up ? -1 : 1) * (GAME_TILE + 5));
        }
        if (row) /* in the middle */
            assert_int_equal(at[1].x, W / 2 - GAME_TILE / 2);
        kit_free(kit);
    }
}

/* The background of a chooser is not an option. */
static void click_beside_the_options_closes_the_chooser(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Game *game = game_new(kit);
    ChooserOption options[] = {
        {.position = 0, .sprites = {COIN, TNG_NO_SPRITE, TNG_NO_SPRITE}},
        {.position = 13, .sprites = {50 | 60 << 8, 75 | 80 << 8, 0}}}; /* percent */
    game->chooser = (TngChooser){.left = 20, .top = 20, .option_count = 2, .options = options};
    game->start = "location(town,4,4,so) chooser(choice)";
    game->ui_is_tiles = true;
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    const PlayerContext ctx = local_context(game->world);
    assert_int_equal(ctx.player->screen.screen, SCREEN_CHOOSER);
    Renderer *renderer;
    frame_of(game, &renderer);
    WorldInput input = {0};
    assert_true(render_pick(renderer, ctx, 25, 25, &input));
    assert_int_equal(input.option, 1);
    for (int32_t y = 0; y < H; y += 6)
        for (int32_t x = W / 4; x < W; x += 8) { /* the rectangle */
            const bool inside = x >= W / 2 && x < W * 3 / 4 && y >= H * 3 / 5 && y < H * 4 / 5;
            input = (WorldInput){0};
            assert_true(render_pick(renderer, ctx, x, y, &input));
            assert_int_equal(input.option, inside ? 2 : 0);
        }
    assert_int_equal(input.buttons, BUTTON_CANCEL);
    game_ticks(game, input, 2);
    assert_int_equal(ctx.player->screen.screen, SCREEN_GAME);
    renderer_free(renderer);
    kit_free(kit);
}

/* An item of 8 x 8 pixels in an image of 16 x 16, which has the size of a slot at most. */
static void inventory_items_lie_where_the_hud_says(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Image frames[3];
    for (u8 i = 0; i < 3; i++) {
        Game *game = game_new(kit);
        game->hud = (TngHud){.slot_background = {1, WALL},
                             .slot_selected = {1, WALL},
                             .equipment_background = {0, TNG_NO_SPRITE},
                             .slot_width = 8,
                             .slot_height = 8,
                             .slot_left = i ? 6 : 0,
                             .slot_top = i == 2 ? 7 : 0};
        game->has_hud = true;
        game_object(game, COIN, 0, NULL);
        game->start = "location(town,4,4,so) give(coin,1)";
        game_open(game);
        game_press(game, BUTTON_INVENTORY);
        frames[i] = frame_of(game, NULL);
    }
    /* The icon is moved, and nothing else of the frame. */
    for (size_t i = 0; i < 2; i++) {
        int32_t dx = i ? 0 : 6, dy = i ? 7 : 0;
        uint32_t same = 0, changed = 0;
        for (int32_t y = 0; y + dy < H; y++)
            for (int32_t x = 0; x + dx < W; x++) {
                const Pixel was = *image_at(&frames[i], (uint32_t)x, (uint32_t)y);
                const Pixel there = *image_at(&frames[i + 1], (uint32_t)x, (uint32_t)y);
                const Pixel moved =
                    *image_at(&frames[i + 1], (uint32_t)(x + dx), (uint32_t)(y + dy));
                changed += was != there;
                same += was != there && was == moved;
            }
        assert_in_range(changed, 60, 2 * 64);
        assert_true(same >= 48); /* of the 64 pixels of the icon */
    }
    kit_free(kit);
}

/* Pixels of the inside of game_picture(): what a tile's image shows. */
static uint32_t pixels_of(const Image *frame, Pixel colour)
{
    uint32_t count = 0;
    for (size_t k = 0; k < (size_t)W * H; k++)
        count += frame->pixels[k] == colour;
    return count;
}

static const Pixel coin_colour = PIXEL(240, 200, 40, 255);

/* A main menu whose button `state` (3: inactive, 4: the box for names) has coins. */
static Game *game_with_button(Kit *kit, unsigned state)
{
    Game *game = game_new(kit);
    MenuLook *look = ARENA_ALLOC(game->arena, MenuLook, 1);
    *look = (MenuLook){.background = {0, TNG_NO_SPRITE},
                       .title = {0, TNG_NO_SPRITE},
                       .button_count = 5,
                       .buttons = ARENA_ALLOC(game->arena, MenuButton, 5)};
    for (unsigned i = 0; i < 5; i++)
        look->buttons[i] = (MenuButton){
            0, {1, TNG_NO_SPRITE}, {1, i == state ? COIN : WALL}, {1, TNG_NO_SPRITE}};
    game->has_menu = true;
    game->menu_look = look;
    return game;
}

/* The visible part was stretched over the place of the whole image. */
static void backgrounds_keep_their_transparent_margins(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    for (unsigned slide = 0; slide < 2; slide++) {
        Game *game = game_new(kit);
        MenuLook look = {.background = {1, COIN}, .title = {0, TNG_NO_SPRITE}, .flags = 3};
        Slide image = {.fade_out = 100, .to = 100, .image = {1, COIN}};
        game->half_coin = true;
        game->has_menu = !slide;
        game->menu_look = &look;
        game->cutscene = (TngCutscene){.slide_count = 1, .slides = &image};
        if (slide)
            game->start = "location(town,4,4,so) cutscn(scene)";
        game_open(game);
        game_ticks(game, (WorldInput){0}, 2);
        const Image frame = frame_of(game, NULL);
        assert_true(*image_at(&frame, W / 4, H - 9) != coin_colour);
        assert_true(*image_at(&frame, W / 2 - 9, H - 9) != coin_colour);
        assert_true(*image_at(&frame, W / 2 + 9, H - 9) == coin_colour);
    }
    kit_free(kit);
}

/* Without saved games there is nothing to continue and to load, but there will be. */
static void buttons_for_saved_games_are_inactive_while_there_are_none(void **state)
{
    (void)state;
    static const struct {
        uint32_t offers, buttons;
    } cases[] = {{OFFER_OPTIONS | OFFER_SAVE, 2},
                 {OFFER_OPTIONS | OFFER_SAVE | OFFER_LOAD | OFFER_CONTINUE, 0},
                 {OFFER_OPTIONS, 0}};
    Kit *kit = kit_new();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Game *game = game_with_button(kit, 3);
        game_open(game);
        game_ticks(game, (WorldInput){.offers = cases[i].offers}, 2);
        Renderer *renderer;
        const Image frame = frame_of(game, &renderer);
        const uint32_t coins = pixels_of(&frame, coin_colour);
        /* A label covers some of them; a button is 160 pixels wide. */
        assert_in_range(coins, cases[i].buttons * 100 * 8, cases[i].buttons * 160 * GAME_TILE);
        unsigned clickable = 0;
        for (int32_t y = 0; y < H; y++)
            for (int32_t x = 0; x < W; x++) {
                WorldInput input = {0};
                clickable += *image_at(&frame, (uint32_t)x, (uint32_t)y) == coin_colour &&
                             render_pick(renderer, local_context(game->world), x, y, &input) &&
                             input.option;
            }
        assert_int_equal(clickable, 0);
        renderer_free(renderer);
    }
    kit_free(kit);
}

static Image type_page(Game *game, const char *line)
{
    Settings settings;
    Bindings bindings = {0};
    settings_default(&settings);
    bindings_default(&bindings);
    Menus *menus = menus_new(&settings, &bindings, game->arena);
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    menus_type(menus, TEXT("Title"), text_of(line), MENU_TEXT);
    renderer_overlay(renderer, menus_overlay(menus));
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    menus_free(menus);
    return frame;
}

static void names_are_typed_in_the_box_of_the_menu(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Game *game = game_with_button(kit, 4);
    CharacterOption *option = ARENA_ALLOC(game->arena, CharacterOption, 2);
    for (size_t i = 0; i < 2; i++)
        option[i] = (CharacterOption){.name = game_text(game, i ? "Poet" : "Herder"),
                                      .description = TNG_NO_TEXT};
    game->group_count = 1;
    game->groups[0] = (TngOptions){.name = game_text(game, "Kin"),
                                   .palettes = {0, TNG_NO_SPRITE},
                                   .option_count = 2,
                                   .options = option};
    game_open(game);
    game_ticks(game, (WorldInput){0}, 1);
    game_press(game, BUTTON_CONFIRM);
    assert_int_equal(local_context(game->world).player->screen.screen, SCREEN_CREATE);
    const Image page = frame_of(game, NULL), typed = type_page(game, "Maeve");
    assert_true(pixels_of(&page, coin_colour) > 500);
    assert_true(pixels_of(&typed, coin_colour) > 2000);
    kit_free(kit);
}

static void chat_is_typed_in_the_strip_of_the_game(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    uint32_t coins[2];
    for (unsigned i = 0; i < 2; i++) {
        Game *game = game_new(kit);
        SpriteRef *sprites = ARENA_ALLOC(game->arena, SpriteRef, 11);
        for (size_t k = 0; k < 11; k++) /* the named ones: seven, and the last four */
            sprites[k] = (SpriteRef){1, i && k > 6 && k < 10 ? COIN : TNG_NO_SPRITE};
        game->elements.sprites = sprites;
        game->elements.sprites_count = 11;
        game->has_elements = true;
        game_open(game);
        game_ticks(game, (WorldInput){0}, 2);
        const Image frame = type_page(game, "Hello");
        coins[i] = pixels_of(&frame, coin_colour);
    }
    assert_int_equal(coins[0], 0);
    assert_true(coins[1] > 2000);
    kit_free(kit);
}

/* The first row and the first column in which a colour occurs. */
static Spot first_pixels(const Image *frame, Pixel colour)
{
    Spot first = {W, H};
    for (int32_t y = 0; y < H; y++)
        for (int32_t x = 0; x < W; x++)
            if (*image_at(frame, (uint32_t)x, (uint32_t)y) == colour) {
                first.x = x < first.x ? x : first.x;
                first.y = y < first.y ? y : first.y;
            }
    return first;
}

/* The bag, or a dialog, with one of the six paddings. */
static Image padded(Kit *kit, bool dialog, unsigned which, u16 padding)
{
    static Pixel colours[10];
    for (unsigned i = 0; i < 10; i++)
        colours[i] = PIXEL(250, 180 + 5 * i, 250 - 5 * i, 255);
    Game *game = game_new(kit);
    game->elements.colour_count = 10;
    game->elements.colours = colours;
    game->elements.font_count = 6;
    game->elements.fonts = ARENA_ALLOC(game->arena, UiFont, 6);
    game->elements.fonts[which].padding = padding;
    game->has_elements = true;
    game_object(game, COIN, 0, NULL);
    game->dialogs[0].title = game_text(game, "Aoife");
    game->start =
        dialog ? "location(town,4,4,so) dialog(first,0)" : "location(town,4,4,so) give(coin,1)";
    game_open(game);
    game_ticks(game, (WorldInput){0}, 2);
    if (!dialog)
        game_press(game, BUTTON_INVENTORY);
    return frame_of(game, NULL);
}

/* Tab, selected tab, title of a dialog, window (top, left), button. */
static void paddings_of_the_elements_move_what_is_drawn(void **state)
{
    (void)state;
    static const struct {
        unsigned colour; /* of ui/elements.cfg */
        bool dialog;
        Spot moved;
    } cases[6] = {{5, false, {0, 3}}, {6, false, {0, 3}}, {7, true, {0, 3}},
                  {9, false, {0, 3}}, {9, false, {3, 0}}, {0, false, {0, 3}}};
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        const Pixel colour =
            PIXEL(250, 180 + 5 * cases[i].colour, 250 - 5 * cases[i].colour, 255);
        const Image near = padded(kit, cases[i].dialog, i, 1);
        const Image far = padded(kit, cases[i].dialog, i, 4);
        const Spot from = first_pixels(&near, colour), to = first_pixels(&far, colour);
        assert_true(from.x < W && from.y < H);
        assert_int_equal(to.x - from.x, cases[i].moved.x);
        assert_int_equal(to.y - from.y, cases[i].moved.y);
        kit_free(kit);
    }
}

static Image frame_with(Game *game, bool reduced_motion, bool scene_only)
{
    Renderer *renderer = renderer_new(game->world, game->arena, &game->kit->report);
    const Image frame = image_new(W, H, game->arena);
    renderer_set(renderer,
                 &(RenderOptions){.reduced_motion = reduced_motion, .scene_only = scene_only});
    render_frame(renderer, local_context(game->world), &frame);
    renderer_free(renderer);
    return frame;
}

/* The figure is white for 6 ticks, but not with reduced motion; the number is there for 30. */
static void losses_of_hit_points_are_seen(void **state)
{
    (void)state;
    static const struct {
        uint32_t age;
        bool flash, number;
    } ages[] = {{0, true, true},
                {5, true, true},
                {6, false, true},
                {29, false, true},
                {30, false, false}};
    Game *game = game_new(kit_new());
    game->has_hud = true;
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 40);
    Actor *actor = context_actor(local_context(world));
    const Image usual = frame_with(game, false, true), still = frame_with(game, true, false);
    actor->hurt = 7;
    for (size_t i = 0; i < COUNT_OF(ages); i++) {
        actor->hurt_since = world->tick - ages[i].age;
        const Image flashed = frame_with(game, false, true);
        assert_int_equal(image_equal(&usual, &flashed), !ages[i].flash);
        const Image calm = frame_with(game, true, true),
                    numbered = frame_with(game, true, false);
        assert_true(image_equal(&usual, &calm));
        assert_int_equal(image_equal(&still, &numbered), !ages[i].number);
    }
    kit_free(game->kit);
}

/* Away from the nearest opponent, less with each tick, and not with reduced motion; the world
 * is not changed. The view shakes only if the player is hurt. */
static void hits_push_figures_back_and_shake_the_view(void **state)
{
    (void)state;
    enum { TICKS = 6 };
    Game *game = game_new(kit_new());
    game->start = "location(town,6,6,so) npc(town,5,6,guard) npc(town,6,9,guard)";
    World *world = game_open(game);
    game_ticks(game, (WorldInput){0}, 40);
    const PlayerContext ctx = local_context(world);
    Renderer *renderer = renderer_new(world, game->arena, &game->kit->report);
    for (uint32_t i = 0; i < 2; i++) {
        Actor *actor = world->actors[i];
        const int32_t way = i ? -1 : 1; /* the NPC stands at the left of the player */
        const uint64_t before = world_hash(world);
        int32_t last = INT32_MAX;
        assert_int_equal(impact_push(renderer, world, actor).x, 0);
        actor->hurt = 3;
        for (uint32_t age = 0; age <= TICKS; age++) {
            actor->hurt_since = world->tick - age;
            renderer_set(renderer, &(RenderOptions){.zoom = 1});
            const Spot push = impact_push(renderer, world, actor),
                       shake = impact_shake(renderer, ctx);
            assert_true(push.x * way >= 0 && push.x * way <= last && push.y == 0);
            assert_int_equal(push.x * way > 0, age < TICKS / 2);
            assert_int_equal(shake.x != 0 && shake.y != 0, i == 0 && age < TICKS - 1);
            last = push.x * way;
            renderer_set(renderer, &(RenderOptions){.zoom = 1, .reduced_motion = true});
            const Spot still = impact_push(renderer, world, actor),
                       calm = impact_shake(renderer, ctx);
            assert_true(!still.x && !still.y && !calm.x && !calm.y);
        }
        actor->hurt = 0;
        assert_true(world_hash(world) == before);
    }
    renderer_free(renderer);
    kit_free(game->kit);
}

/* ---- legibility ---- */

static double luminance(Pixel colour)
{
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        const double v = (double)(colour >> 8 * i & 255) / 255;
        sum += weights[i] * (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(Pixel a, Pixel b)
{
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

/* Dark red letters stood on a grey bar. */
static void selected_text_of_any_colour_has_contrast(void **state)
{
    (void)state;
    for (uint32_t r = 0; r < 256; r += 5)
        for (uint32_t g = 0; g < 256; g += 5)
            for (uint32_t b = 0; b < 256; b += 5) {
                const Pixel text = PIXEL(r, g, b, 255), bar = theme_bar_colour(text);
                assert_int_equal(PIXEL_A(bar), 255); /* independent of what is under it */
                assert_true(contrast(text, bar) >= 4.5);
            }
}

static bool has_pixel(const Image *image, Pixel pixel)
{
    bool found = false;
    for (size_t i = 0; i < (size_t)image->stride * image->h; i++)
        found = found || image->pixels[i] == pixel;
    return found;
}

/* A shadow under grey letters made disabled rows illegible. */
static void only_active_text_has_a_shadow(void **state)
{
    (void)state;
    static const ThemeColour colours[] = {COLOUR_TEXT, COLOUR_INACTIVE};
    Game *game = game_new(kit_new());
    game_open(game);
    Renderer *renderer;
    frame_of(game, &renderer);
    for (unsigned i = 0; i < 2; i++) {
        const Pixel white = PIXEL(255, 255, 255, 255);
        const TextStyle style =
            theme_font(renderer, FONT_TEXT, theme_colour(renderer, colours[i]));
        const Image image = image_new(W, H, game->arena);
        for (size_t k = 0; k < (size_t)image.stride * H; k++)
            image.pixels[k] = white;
        theme_text(renderer, &image, 10, 10, &style, TEXT("Golden torc"), ALIGN_LEFT);
        /* black with an alpha of 3/4 over white */
        assert_int_equal(has_pixel(&image, PIXEL(64, 64, 64, 255)), i == 0);
        assert_true(has_pixel(&image, style.colour));
    }
    renderer_free(renderer);
    kit_free(game->kit);
}

/* The selected slot differed by a hairline of 2 pixels on a screen. */
static void selected_slot_of_the_bag_has_a_wide_frame(void **state)
{
    (void)state;
    enum { SLOT = 32, FRAME = 3 };
    Game *game = game_new(kit_new());
    game_object(game, SWORD, 0, NULL);
    game_object(game, TREE, 0, NULL);
    game->start = "location(town,4,4,so) give(sword,1) give(tree,1)";
    game_open(game);
    game_press(game, BUTTON_INVENTORY);
    const Image first = frame_of(game, NULL);
    local_context(game->world).player->screen.selected = 1;
    const Image second = frame_of(game, NULL);
    const uint32_t frame = SLOT * SLOT - (SLOT - 2 * FRAME) * (SLOT - 2 * FRAME);
    assert_true(pixels_changed(&first, &second) >= 2 * frame);
    kit_free(game->kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_of_hit_points_are_seen),
        cmocka_unit_test(hits_push_figures_back_and_shake_the_view),
        cmocka_unit_test(menu_layers_move_up_and_down),
        cmocka_unit_test(menu_layers_grow_with_the_background_of_an_upright_frame),
        cmocka_unit_test(title_text_is_a_link_to_the_website),
        cmocka_unit_test(portrait_shows_what_is_worn),
        cmocka_unit_test(portrait_shows_all_options),
        cmocka_unit_test(object_has_a_description_after_a_bar),
        cmocka_unit_test(objects_that_give_light_shine_on_the_map),
        cmocka_unit_test(npc_portrait_is_shown_in_dialog_and_market),
        cmocka_unit_test(market_has_the_title_of_its_npc),
        cmocka_unit_test(chooser_options_of_the_middle_column_are_in_a_row),
        cmocka_unit_test(inventory_items_lie_where_the_hud_says),
        cmocka_unit_test(click_beside_the_options_closes_the_chooser),
        cmocka_unit_test(each_expression_shows_the_players_portrait),
        cmocka_unit_test(buttons_for_saved_games_are_inactive_while_there_are_none),
        cmocka_unit_test(backgrounds_keep_their_transparent_margins),
        cmocka_unit_test(names_are_typed_in_the_box_of_the_menu),
        cmocka_unit_test(chat_is_typed_in_the_strip_of_the_game),
        cmocka_unit_test(paddings_of_the_elements_move_what_is_drawn),
        cmocka_unit_test(selected_text_of_any_colour_has_contrast),
        cmocka_unit_test(only_active_text_has_a_shadow),
        cmocka_unit_test(selected_slot_of_the_bag_has_a_wide_frame),
        cmocka_unit_test(unworn_equipment_has_an_unchecked_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

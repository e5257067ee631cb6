#include "game_kit.h"

static const char *const game_npcs[] = {"guard", "slime"};

uint32_t game_string(Game *game, const char *name)
{
    size_t at = 0;
    while (at < game->strings.size) {
        const char *known = (const char *)game->strings.data + at;
        if (!strcmp(known, name))
            return (uint32_t)at;
        at += strlen(known) + 1;
    }
    write_text(&game->strings, text_of(name));
    write_u8(&game->strings, 0);
    return (uint32_t)at;
}

uint32_t game_text(Game *game, const char *text)
{
    write_text(&game->texts, text_of(text));
    write_u8(&game->texts, 0);
    return game->text_count++;
}

bool game_index(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    const char *const *list = kind == SCRIPT_OBJECT ? game_tiles : game_npcs;
    const size_t count = kind == SCRIPT_OBJECT ? TILE_COUNT : NPC_COUNT;
    if (kind != SCRIPT_OBJECT && kind != SCRIPT_NPC) {
        *out = game_string(context, arena_text(((Game *)context)->arena, name).at);
        return true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (text_is(name, list[i])) {
            *out = i;
            return true;
        }
    return false;
}

Bytes game_code(Game *game, const char *source)
{
    const ScriptNames names = {game_index, NULL, NULL, game};
    const ScriptSource text = script_source(text_of(source));
    ScriptCode code;
    if (!script_compile(&text, &names, NULL, &code, game->arena, &game->kit->report))
        fail_msg("%s: %s", source, kit_message(game->kit, 0));
    return code.bytes;
}

TngEvent *game_event(Game *game, unsigned type, uint32_t parameter, const char *source)
{
    TngEvent *event = ARENA_ALLOC(game->arena, TngEvent, 1);
    const Bytes code = game_code(game, source);
    *event = (TngEvent){.type = (u8)type,
                        .parameter = parameter,
                        .script_size = (u32)code.size,
                        .script = (u8 *)(uintptr_t)code.data};
    return event;
}

void game_object(Game *game, unsigned sprite, unsigned event, const char *source)
{
    TngObject *object = &game->objects[sprite];
    *object = (TngObject){.title = game_text(game, game_tiles[sprite]),
                          .action = 255,
                          .unit = TNG_NO_SPRITE,
                          .inventory = {1, (u16)sprite},
                          .projectile = {0, TNG_NO_SPRITE},
                          .ammunition = {0, TNG_NO_SPRITE}};
    if (source) {
        object->event_count = 1;
        object->events = game_event(game, event, 0, source);
    }
    game->has_object[sprite] = true;
}

void game_mask(Game *game, unsigned sprite, uint8_t value)
{
    TngObject *object = &game->objects[sprite];
    object->mask_width = object->mask_height = 1;
    object->mask = ARENA_ALLOC(game->arena, u8, 1);
    object->mask[0] = value;
}

void game_npc(Game *game, unsigned npc, unsigned event, const char *source)
{
    TngNpc *record = &game->npcs[npc];
    *record = (TngNpc){.name = game_text(game, game_npcs[npc]), .speed = 100, .turn_time = 50};
    record->sprite_count = 20;
    record->sprites = ARENA_ALLOC(game->arena, SpriteRef, 20);
    for (size_t i = 0; i < 20; i++)
        record->sprites[i] = (SpriteRef){2, i < 2 ? WOMAN : TNG_NO_SPRITE};
    if (source) {
        record->event_count = 1;
        record->events = game_event(game, event, 0, source);
    }
}

Game *game_new(Kit *kit)
{
    Game *game = ARENA_ALLOC(kit->arena, Game, 1);
    game->kit = kit;
    game->arena = kit->arena;
    game->tile_w = game->tile_h = game->tree_w = GAME_TILE;
    game->strings = writer_to(kit->arena);
    game->texts = writer_to(kit->arena);
    game_string(game, "");
    game_text(game, "Tiny game");
    memset(game->maps, 0xFF, sizeof game->maps);
    for (size_t map = 0; map < MAP_COUNT; map++) {
        for (size_t i = 0; i < GAME_CELLS; i++)
            game->maps[map][0][i] = GRASS;
        game->map_records[map].title = game_text(game, map ? "Cave" : "Town");
        game->map_records[map].daylight.index = TNG_NO_SPRITE;
    }
    game_object(game, WALL, 0, NULL);
    game_mask(game, WALL, 1);
    game_npc(game, GUARD, 0, NULL);
    game_npc(game, SLIME, 0, NULL);
    for (size_t i = 0; i < 2; i++)
        game->dialogs[i] = (TngDialog){.title = TNG_NO_TEXT,
                                       .message = game_text(game, "Hello there"),
                                       .portrait = {3, TNG_NO_SPRITE}};
    const char *const names[] = {"hp", "level", "total", "score"};
    for (size_t i = 0; i < 4; i++)
        game->attributes[i] = (TngAttribute){.type = i == 3 ? 3 : (u8)i % 3,
                                             .name = game_string(game, names[i]),
                                             .title = TNG_NO_TEXT};
    game->attributes[0].type = 1;
    game->attributes[1].type = 0;
    game->attributes[2].type = 2;
    game->start = "location(town,4,4,so)";
    return game;
}

void game_put(Game *game, unsigned map, unsigned layer, unsigned x, unsigned y, unsigned value)
{
    game->maps[map][layer][y * GAME_SIDE + x] = (uint16_t)value;
}

/* ---- sections ---- */

TngSection *game_section(Game *game, unsigned type, size_t count, size_t size)
{
    TngSection *section =
        ARENA_PUSH(game->arena, game->file.sections, game->file.section_count);
    *section = (TngSection){.type = (uint8_t)type, .kind = tng_section_kind(type)};
    section->count = count;
    section->entries = ARENA_ALLOC(game->arena, TngEntry, count);
    for (size_t i = 0; i < count; i++)
        section->entries[i].descriptor = arena_alloc(game->arena, 1, size);
    return section;
}

void game_asset(Game *game, TngSection *section, size_t index, const char *name,
                const void *record)
{
    TngAsset *asset = section->entries[index].descriptor;
    if (name)
        asset->name = game_string(game, name);
    section->entries[index].stored = tng_pack_record(section->kind->asset, record, game->arena);
}

Image game_picture(Game *game, uint32_t w, uint32_t h, Pixel colour)
{
    Image image = image_new(w, h, game->arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) /* an edge, so that turns and shifts are seen */
            *image_at(&image, x, y) = x == 0 || y == 0 ? PIXEL(20, 20, 20, 255) : colour;
    return image;
}

static void game_pictures(Game *game)
{
    static const Pixel colours[TILE_COUNT] = {
        PIXEL(60, 140, 60, 255), PIXEL(120, 120, 120, 255), PIXEL(240, 200, 40, 255),
        PIXEL(120, 70, 30, 255), PIXEL(180, 60, 50, 255),   PIXEL(200, 200, 220, 255),
        PIXEL(30, 90, 40, 255),  PIXEL(50, 80, 200, 128)};
    Image images[TILE_COUNT + CHAR_COUNT];
    for (size_t i = 0; i < TILE_COUNT; i++)
        images[i] =
            game_picture(game, i == TREE ? game->tree_w : 16, i == TREE ? 32 : 16, colours[i]);
    for (uint32_t i = 0; game->half_coin && i < 16 * 8; i++)
        *image_at(&images[COIN], i % 8, i / 8) = 0;
    images[TILE_COUNT + HERO] = game_picture(game, 14, 20, PIXEL(220, 220, 90, 255));
    images[TILE_COUNT + WOMAN] = game_picture(game, 14, 20, PIXEL(200, 90, 160, 255));
    AtlasPlan plan;
    assert_true(
        atlas_plan(images, COUNT_OF(images), 8, &plan, game->arena, &game->kit->report));
    TngSection *atlases =
        game_section(game, SECTION_ATLASES, plan.atlas_count, sizeof(TngAtlasAsset));
    for (size_t i = 0; i < plan.atlas_count; i++) {
        const Image atlas = atlas_draw(&plan, i, images, game->arena);
        atlases->entries[i].stored = png_write(&atlas, NULL, game->arena);
    }
    for (unsigned type = game->ui_is_tiles ? SECTION_UI : SECTION_TILES; type <= SECTION_CHARS;
         type++) {
        const size_t first = type == SECTION_CHARS ? TILE_COUNT : 0;
        const size_t count = type == SECTION_CHARS ? CHAR_COUNT : TILE_COUNT;
        TngSection *section = game_section(game, type, count, sizeof(TngSpriteAsset));
        for (size_t i = 0; i < count; i++) {
            const AtlasPosition *place = &plan.places[first + i];
            TngFrame frame = {(u16)(place->atlas | place->operation << 12),
                              place->x,
                              place->y,
                              place->w,
                              place->h,
                              (u16)place->left,
                              (u16)place->top};
            TngAnimation animation = {(u16)images[first + i].w, (u16)images[first + i].h,
                                      2 << 6, 1, &frame};
            const TngSprite sprite = {.directions = &animation, .directions_count = 1};
            ((TngSpriteAsset *)section->entries[i].descriptor)->direction_count = 1;
            game_asset(game, section, i, NULL, &sprite);
        }
    }
}

static void game_startup(Game *game)
{
    const char *const sources[] = {game->start, game->timer};
    const size_t count = game->timer ? 2 : 1;
    TngSection *section = game_section(game, SECTION_STARTUP, count, sizeof(TngTimedAsset));
    for (size_t i = 0; i < count; i++) {
        const Bytes code = game_code(game, sources[i]);
        const TngScript script = {(u8 *)(uintptr_t)code.data, (uint32_t)code.size};
        ((TngTimedAsset *)section->entries[i].descriptor)->interval = i ? 100 : 0;
        game_asset(game, section, i, NULL, &script);
    }
}

static void game_actions(Game *game)
{
    if (!game->actions[0])
        return;
    TngSection *section = game_section(game, SECTION_ACTIONS, 9, sizeof(TngActionAsset));
    for (size_t i = 0; i < 9 && game->actions[i]; i++) {
        const Bytes code = game_code(game, game->actions[i]);
        const TngScript script = {(u8 *)(uintptr_t)code.data, (uint32_t)code.size};
        game_asset(game, section, i, NULL, &script);
        ((TngActionAsset *)section->entries[i].descriptor)->range = game->action_range;
    }
}

static void game_tile_speeds(Game *game)
{
    if (!game->tile_count)
        return;
    TngSection *section = game_section(game, SECTION_TILE_META, game->tile_count, 1);
    for (size_t i = 0; i < game->tile_count; i++)
        section->entries[i].asset = &game->tiles[i];
}

static void game_entities(Game *game)
{
    static const char *const dialogs[] = {"first", "second"}, *const maps[] = {"town", "cave"};
    const struct {
        unsigned type;
        const char *name;
        const void *record;
    } single[] = {{SECTION_CHOOSERS, "choice", &game->chooser},
                  {SECTION_CUTSCENES, "scene", &game->cutscene},
                  {SECTION_SPAWNERS, "nest", &game->spawner},
                  {SECTION_CRAFTING, "forge", &game->crafting},
                  {SECTION_QUESTS, "errand", &game->quest}};
    for (size_t i = 0; i < COUNT_OF(single); i++)
        game_asset(game, game_section(game, single[i].type, 1, sizeof(TngAsset)), 0,
                   single[i].name, single[i].record);
    if (game->group_count) {
        static const char *const names[] = {"kin", "trade"};
        TngSection *groups =
            game_section(game, SECTION_OPTIONS, game->group_count, sizeof(TngAsset));
        for (size_t i = 0; i < game->group_count; i++)
            game_asset(game, groups, i, names[i], &game->groups[i]);
    }
    TngSection *npcs = game_section(game, SECTION_NPCS, NPC_COUNT, sizeof(TngAsset));
    for (size_t i = 0; i < NPC_COUNT; i++)
        game_asset(game, npcs, i, game_npcs[i], &game->npcs[i]);
    TngSection *said = game_section(game, SECTION_DIALOGS, 2, sizeof(TngAsset));
    for (size_t i = 0; i < 2; i++)
        game_asset(game, said, i, dialogs[i], &game->dialogs[i]);
    size_t count = 0, at = 0;
    for (size_t i = 0; i < TILE_COUNT; i++)
        count += game->has_object[i];
    TngSection *objects = game_section(game, SECTION_OBJECTS, count, sizeof(TngObjectAsset));
    for (size_t i = 0; i < TILE_COUNT; i++)
        if (game->has_object[i]) {
            ((TngObjectAsset *)objects->entries[at].descriptor)->sprite = (u16)i;
            game_asset(game, objects, at++, NULL, &game->objects[i]);
        }
    TngSection *grounds = game_section(game, SECTION_MAPS, MAP_COUNT, sizeof(TngAsset));
    for (size_t k = 0; k < MAP_COUNT; k++) {
        const size_t i = game->maps_reversed ? MAP_COUNT - 1 - k : k;
        const Bytes layers =
            tng_layers_write(game->maps[i][0], TNG_LAYERS * GAME_CELLS, game->arena);
        game->map_records[i].layers = (byte *)(uintptr_t)layers.data;
        game->map_records[i].layers_size = (u32)layers.size;
        game_asset(game, grounds, k, maps[i], &game->map_records[i]);
    }
}

/* The asset is not valid music; it is never played here. */
static void game_audio(Game *game, size_t language_at)
{
    static const uint8_t sound[] = {'O', 'g', 'g', 'S'};
    static const struct {
        unsigned type;
        const char *name;
    } files[] = {
        {SECTION_MUSIC, "song"}, {SECTION_SOUNDS, "bell"}, {SECTION_LANGUAGE, "hello"}};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        TngSection *section = i == 2 ? &game->file.sections[language_at]
                                     : game_section(game, files[i].type, 1, sizeof(TngAsset));
        section->count = 1;
        section->entries = ARENA_ALLOC(game->arena, TngEntry, 1);
        section->entries[0].descriptor = arena_alloc(game->arena, 1, sizeof(TngAsset));
        section->entries[0].stored = (Bytes){sound, sizeof sound};
        ((TngAsset *)section->entries[0].descriptor)->name = game_string(game, files[i].name);
    }
    TngAlerts *alerts = ARENA_ALLOC(game->arena, TngAlerts, 1);
    *alerts = (TngAlerts){.duration = 100, .alert_count = 4};
    alerts->alerts = ARENA_ALLOC(game->arena, Alert, 4);
    alerts->alerts[3].sound = game_string(game, "bell");
    game_section(game, SECTION_ALERTS, 0, 0)->record = alerts;
}

Bytes game_bytes(Game *game)
{
    TngFile *file = &game->file;
    file->header =
        (TngHeader){.map_log2 = GAME_LOG2,
                    .atlas_log2 = 8,
                    .frame_rate = game->frame_rate ? game->frame_rate : 30,
                    .action_count = game->action_count ? game->action_count : 9,
                    .layer_count = 11,
                    .delta_y = game->delta_y,
                    .transport_count = game->transport_count ? game->transport_count : 4,
                    .row_length = 20};
    memcpy(file->header.magic, "#!/usr/bin/tngp\n", 16);
    memcpy(file->header.game, "tiny", 4);
    tng_set_shape(&file->header, game->type, game->tile_w, game->tile_h);
    game_section(game, SECTION_STRINGS, 0, 0);
    TngSection *language = game_section(game, SECTION_LANGUAGE, 0, 0);
    const size_t language_at = (size_t)(language - file->sections);
    game_pictures(game);
    game_startup(game);
    TngAttributes *attributes = ARENA_ALLOC(game->arena, TngAttributes, 1);
    *attributes = (TngAttributes){.total = game->points,
                                  .most = game->points_max,
                                  .attribute_count = 4,
                                  .attributes = game->attributes};
    attributes->special_count = 4;
    attributes->special = ARENA_ALLOC(game->arena, AttributeIndex, 4);
    attributes->special[1] = game->weight;
    attributes->special[2] = game->speed;
    attributes->special[3] = game->level_points;
    game_section(game, SECTION_ATTRIBUTES, 0, 0)->record = attributes;
    if (game->has_hud)
        game_section(game, SECTION_HUD, 0, 0)->record = &game->hud;
    if (game->has_menu) {
        TngMainMenu *menu = ARENA_ALLOC(game->arena, TngMainMenu, 1);
        menu->enabled = 1;
        menu->intro = game->intro;
        menu->look.background.index = menu->look.title.index = TNG_NO_SPRITE;
        if (game->menu_look)
            menu->look = *game->menu_look;
        game_section(game, SECTION_MAIN_MENU, 0, 0)->record = menu;
    }
    if (game->has_elements)
        game_section(game, SECTION_ELEMENTS, 0, 0)->record = &game->elements;
    game_actions(game);
    game_tile_speeds(game);
    game_entities(game);
    if (game->has_audio)
        game_audio(game, language_at);
    language = &file->sections[language_at];
    TngLanguage *record = ARENA_ALLOC(game->arena, TngLanguage, 1);
    memcpy(record->code, "en", 2);
    language->record = record;
    record->speech_count = (u32)language->count;
    record->speech = language->count ? language->entries[0].descriptor : NULL;
    language->texts =
        deflate_bytes(writer_bytes(&game->texts), WRAPPING_ZLIB, DEFLATE_FAST, game->arena);
    file->strings = writer_bytes(&game->strings);
    TngOutput output;
    assert_true(tng_write(file, &output, game->arena, &game->kit->report));
    Writer all = writer_to(game->arena);
    for (size_t i = 0; i < output.count; i++)
        write_bytes(&all, output.parts[i]);
    return writer_bytes(&all);
}

World *game_open(Game *game)
{
    TngFile *read = ARENA_ALLOC(game->arena, TngFile, 1);
    if (!tng_read(game_bytes(game), read, game->arena, &game->kit->report))
        fail_msg("%s", kit_message(game->kit, 0));
    game->world = world_new(read, &(WorldOptions){.seed = 1}, game->arena, &game->kit->report);
    assert_non_null(game->world);
    return game->world;
}

void game_ticks(Game *game, WorldInput input, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        world_tick(game->world, &input);
        input.buttons = input.option = input.go = input.item = input.action = 0;
    }
}

void game_walk(Game *game, Direction direction, unsigned ticks)
{
    game_ticks(game, (WorldInput){.direction = 1u + direction}, ticks);
}

void game_press(Game *game, uint32_t button)
{
    game_ticks(game, (WorldInput){.buttons = button}, 2);
}

Cell game_player(const Game *game)
{
    const Actor *player = context_actor(local_context(game->world));
    return grid_cell_at(&game->world->content->grid,
                        (Spot){player->at.x / SUB, player->at.y / SUB});
}

int32_t game_value(Game *game, const char *name)
{
    return world_attribute(local_context(game->world), ENTITY_PLAYER, game_string(game, name));
}

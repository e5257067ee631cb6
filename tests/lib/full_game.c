#include "full_game.h"

#include "tirnanog/script/bytecode.h"

#define TWO(type, ...) arena_copy_of(kit, &(type[2]){__VA_ARGS__}, 2 * sizeof(type))
static void *arena_copy_of(Kit *kit, const void *data, size_t size)
{
    return memcpy(arena_alloc(kit->arena, size, 1), data, size);
}

static const SpriteRef tile = {1, GRASS}, nothing = {1, TNG_NO_SPRITE};

static void fill_people(Game *game)
{
    Kit *kit = game->kit;
    const Needs needs = {game_string(game, "hp"), 2, 3};
    const Gives gives = {game_string(game, "level"), 4};
    const AttributeRule rule = {RELATION_SET, game_string(game, "hp"), 5},
                        other = {1, game_string(game, "level"), 6};
    TngNpc *npc = &game->npcs[GUARD];
    game_npc(game, GUARD, 0, "hp=1");
    npc->event_count = 2;
    npc->events = TWO(TngEvent, *game_event(game, TNG_EVENT_TIMER, 1, "hp=1"),
                      *game_event(game, TNG_EVENT_USING1, 1 | COIN << 8, "hp=2"));
    npc->attribute_count = 2;
    npc->attributes = TWO(AttributeRule, rule, other);
    npc->item_count = 2;
    npc->items = TWO(NpcItem, {50, 2, 3, tile}, {100, 2, 3, {1, COIN}});
    game->spawner = (TngSpawner){.most = 3, .period = 100, .kind_count = 2};
    game->spawner.kinds = TWO(SpawnerKind, {needs, gives, tile, {TNG_NPC_CATEGORY, SLIME}},
                              {needs, gives, nothing, {TNG_NPC_CATEGORY, GUARD}});
    TngDialog *dialog = &game->dialogs[0];
    dialog->option_count = 2;
    dialog->options = TWO(DialogOption, {needs, gives, 0, 0}, {{0}, {0}, 0, TNG_NO_TEXT});
    game->group_count = 1;
    const CharacterOption option = {.description = TNG_NO_TEXT,
                                    .attribute_count = 2,
                                    .item_count = 2,
                                    .attributes = TWO(AttributeRule, rule, other),
                                    .items = TWO(StartItem, {1, tile}, {2, {1, COIN}})};
    game->groups[0] = (TngOptions){.palettes = nothing,
                                   .option_count = 2,
                                   .options = TWO(CharacterOption, option, option)};
}

static void fill_things(Game *game)
{
    Kit *kit = game->kit;
    const AttributeRule rule = {2, game_string(game, "hp"), 5};
    game_object(game, COIN, 0, "hp=1");
    game_mask(game, COIN, 1);
    TngObject *object = &game->objects[COIN];
    object->event_count = 2;
    object->events = TWO(TngEvent, *game_event(game, TNG_EVENT_USING3, 1 | SWORD << 8, "hp=1"),
                         *game_event(game, TNG_EVENT_APPROACH, 3, "hp=2"));
    object->required_count = 2;
    object->required = TWO(AttributeRule, rule, rule);
    object->modifier_count = 2;
    object->modifiers = TWO(ObjectModifier, {0, game_string(game, "hp"), 1}, {3, 0, 2});
    object->layer_count = 1;
    object->layers = arena_alloc(kit->arena, 1, sizeof *object->layers);
    memset(object->layers, 0xFF, sizeof *object->layers); /* no sprites */
    for (unsigned i = 0; i < TILE_COUNT; i++)
        memset(game->objects[i].equipped, 0xFF, sizeof object->equipped);
    object->sound_count = 2;
    object->sounds = arena_alloc(kit->arena, 2, sizeof *object->sounds);
    const Recipe recipe = {.quantity = 1, .product = SWORD};
    game->crafting = (TngCrafting){.title = TNG_NO_TEXT,
                                   .portrait = nothing,
                                   .recipe_count = 2,
                                   .recipes = TWO(Recipe, recipe, recipe)};
}

static void fill_screens(Game *game)
{
    Kit *kit = game->kit;
    const ChooserOption option = {.position = 13};
    game->chooser =
        (TngChooser){.option_count = 2, .options = TWO(ChooserOption, option, option)};
    game->chooser.options[1].position = 0;
    memset(game->chooser.options[1].sprites, 0xFF, sizeof option.sprites);
    const Bytes code = game_code(game, "hp=1");
    game->cutscene = (TngCutscene){.slide_count = 2,
                                   .speech_count = 1,
                                   .subtitle_count = 2,
                                   .script_size = (u24)code.size,
                                   .slides = TWO(Slide, {.image = nothing}, {.image = nothing}),
                                   .speeches = arena_alloc(kit->arena, 1, sizeof(SpeechCue)),
                                   .subtitles = TWO(Subtitle, {.text = 0}, {.text = 1}),
                                   .script = (u8 *)(uintptr_t)code.data};
    game->has_hud = true;
    game->hud =
        (TngHud){.bar_count = 2, .bars = TWO(HudBar, {.direction = 3}, {.direction = 0})};
    SpriteRef *const in_hud[] = {&game->hud.navigation,          &game->hud.actions,
                                 &game->hud.items_background,    &game->hud.items_foreground,
                                 &game->hud.status_background,   &game->hud.status_foreground,
                                 &game->hud.inventory_icon,      &game->hud.inventory_pressed,
                                 &game->hud.slot_background,     &game->hud.slot_selected,
                                 &game->hud.equipment_background};
    for (size_t i = 0; i < COUNT_OF(in_hud); i++)
        *in_hud[i] = nothing;
    for (size_t i = 0; i < 2; i++)
        game->hud.bars[i].foreground = game->hud.bars[i].background = nothing;
    game->has_menu = true;
    TngMap *map = &game->map_records[TOWN];
    map->parallax_count = 2;
    map->parallaxes = TWO(Parallax, {.sprite = nothing}, {.sprite = nothing});
    map->path_count = 2;
    map->paths = TWO(PatrolPath, {1, 2, TWO(MapPoint, {1, 2}, {3, 4})},
                     {2, 2, TWO(MapPoint, {5, 6}, {7, 8})});
}

TngSection *full_game_append(Kit *kit, TngFile *file, unsigned type, size_t count,
                             const void *record)
{
    TngSection *section = ARENA_PUSH(kit->arena, file->sections, file->section_count);
    *section =
        (TngSection){.type = (uint8_t)type, .kind = tng_section_kind(type), .count = count};
    section->record = (void *)(uintptr_t)record;
    section->entries = ARENA_ALLOC(kit->arena, TngEntry, count);
    for (size_t i = 0; i < count; i++) {
        section->entries[i].descriptor =
            arena_alloc(kit->arena, 1, section->kind->record->size);
        section->entries[i].asset = arena_alloc(kit->arena, 1, section->kind->asset->size);
    }
    return section;
}

static void append_sections(Kit *kit, TngFile *file)
{
    const TngFile read = *file;
    file->sections = NULL;
    file->section_count = 0;
    for (size_t i = 0; i < read.section_count; i++)
        *ARENA_PUSH(kit->arena, file->sections, file->section_count) = read.sections[i];
    static TngElements elements = {.colour_count = 0};
    static TngSlots slots = {.slots_count = 0};
    elements = (TngElements){.font_count = 2, .sound_count = 1, .sprites_count = 2};
    elements.fonts = arena_alloc(kit->arena, 2, sizeof *elements.fonts);
    elements.sounds = arena_alloc(kit->arena, 1, sizeof *elements.sounds);
    elements.sprites = TWO(SpriteRef, nothing, nothing);
    full_game_append(kit, file, SECTION_ELEMENTS, 0, &elements);
    slots =
        (TngSlots){.slots_count = 1, .slots = arena_alloc(kit->arena, 1, sizeof *slots.slots)};
    full_game_append(kit, file, SECTION_SLOTS, 0, &slots);
    TngCredits *credits = arena_alloc(kit->arena, 1, sizeof *credits);
    credits->background = nothing;
    credits->groups_count = 2;
    credits->groups = TWO(CreditsGroup, {.category = 'g'}, {.category = 'p'});
    full_game_append(kit, file, SECTION_CREDITS, 0, credits);
    TngAlerts *alerts = arena_alloc(kit->arena, 1, sizeof *alerts);
    alerts->alert_count = 3;
    alerts->alerts = arena_alloc(kit->arena, 3, sizeof *alerts->alerts);
    full_game_append(kit, file, SECTION_ALERTS, 0, alerts);
    full_game_append(kit, file, SECTION_ACTIONS, 9, NULL);
    TngSection *tiles = full_game_append(kit, file, SECTION_TILE_META, 2, NULL);
    for (size_t i = 0; i < 2; i++) {
        TngTile *one = tiles->entries[i].asset;
        *one = (TngTile){.transport_count = 4, .sprite = (u16)i};
        one->speeds = arena_alloc(kit->arena, 4, sizeof *one->speeds);
    }
    file->header.highest_command = COMMAND_LAST;
}

Game *full_game_new(Kit *kit)
{
    Game *game = game_new(kit);
    fill_people(game);
    fill_things(game);
    fill_screens(game);
    return game;
}

TngFile *full_game_read(Game *game)
{
    Kit *kit = game->kit;
    TngFile *file = ARENA_ALLOC(kit->arena, TngFile, 1);
    if (!tng_read(game_bytes(game), file, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    append_sections(kit, file);
    return file;
}

TngSection *full_game_section(const TngFile *file, unsigned type)
{
    return (TngSection *)(uintptr_t)tng_section(file, type);
}

void full_game_add_file(Kit *kit, TngFile *file, unsigned type, Bytes stored)
{
    TngSection *section = full_game_append(kit, file, type, 1, NULL);
    ((TngAsset *)section->entries[0].descriptor)->name = 1;
    section->entries[0].stored = stored;
}

void full_game_add_language(Kit *kit, TngFile *file, const char *texts, size_t size,
                            unsigned voices)
{
    TngSection *section = full_game_append(kit, file, SECTION_LANGUAGE, voices, NULL);
    TngLanguage *language = arena_alloc(kit->arena, 1, sizeof *language);
    language->speech_count = voices;
    language->speech = arena_alloc(kit->arena, voices + 1, sizeof *language->speech);
    for (size_t i = 0; i < voices; i++)
        section->entries[i].descriptor = &language->speech[i];
    section->record = language;
    section->texts = deflate_bytes((Bytes){(const uint8_t *)texts, size}, WRAPPING_ZLIB,
                                   DEFLATE_BEST, kit->arena);
}

TngFile *full_game_complete(Game *game)
{
    static const Bytes ogg = {(const uint8_t *)"OggS", 4};
    Kit *kit = game->kit;
    TngFile *file = full_game_read(game);
    *full_game_append(kit, file, SECTION_SLOTS, 0, NULL) =
        (TngSection){.type = 14, .bytes = {(const uint8_t *)"\1\2\3", 3}};
    full_game_add_language(kit, file, "a\0b\0c\0d\0e\0f\0g\0h\0i\0j", 20, 2);
    TngTexts texts; /* compressed as JSON's are */
    TngSection *first = full_game_section(file, SECTION_LANGUAGE);
    const Inflated all = inflate_any(first->texts, 0, 1 << 20, NULL, kit->arena);
    first->texts = deflate_bytes(all.bytes, WRAPPING_ZLIB, DEFLATE_BEST, kit->arena);
    assert_true(tng_texts(first, &texts, kit->arena, &kit->report));
    assert_int_equal(texts.count, 10);
    TngSection *voices = &file->sections[file->section_count - 1];
    voices->entries[1].stored = ogg;
    full_game_add_file(kit, file, SECTION_SOUNDS, ogg);
    return file;
}

Bytes full_game_bytes(Kit *kit, TngFile *file)
{
    TngOutput out;
    assert_true(tng_write(file, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

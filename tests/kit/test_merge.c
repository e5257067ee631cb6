/* Extensions: several files as one game. */
#include "lib/foreign_game.h"
#include "lib/small_game.h"

#include "base/text.h"
#include "engine/save/save.h"
#include "tirnanog/translations/po.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/container/tng_names.h"
#include "base/image/png_write.h"
#include "player/player.h"
#include "tirnanog/project/merge_games.h"
#include "tirnanog/sheets/script_names.h"

static ProjectFiles project(Kit *kit)
{
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    project_files_sort(&files);
    return files;
}

static void put(Kit *kit, ProjectFiles *files, const char *path, Bytes bytes)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    ProjectFile *more = ARENA_ALLOC(kit->arena, ProjectFile, files->count + 1);
    memcpy(more, files->items, files->count * sizeof *more);
    files->items = more;
    files->items[files->count++] = (ProjectFile){text_of(path), bytes};
    project_files_sort(files);
}

static Bytes of(const char *text) { return (Bytes){(const uint8_t *)text, strlen(text)}; }

static Text file_text(const ProjectFiles *files, const char *path)
{
    const ProjectFile *file = project_file(files, text_of(path));
    if (!file)
        fail_msg("there is no %s", path);
    return text_of_bytes(file->bytes);
}

/* The first `from` in a text becomes `to`. */
static Bytes changed(Kit *kit, Text text, const char *from, const char *to)
{
    const char *at = strstr(arena_text(kit->arena, text).at, from);
    if (!at)
        fail_msg("\"%s\" is not there", from);
    const char *whole = arena_text(kit->arena, text).at;
    at = strstr(whole, from);
    return of(
        arena_format(kit->arena, "%.*s%s%s", (int)(at - whole), whole, to, at + strlen(from))
            .at);
}

static Bytes built(Kit *kit, ProjectFiles *files, const char *extension)
{
    TngOutput out;
    if (!project_build(files, &(BuildOptions){.extension = text_of(extension)}, &out,
                       kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

static Bytes joined(Kit *kit, Bytes base, Bytes extension)
{
    const MergePart parts[] = {{TEXT("base"), base}, {TEXT("ext"), extension}};
    Bytes out;
    if (!project_merge(parts, 2, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    if (!tng_check(out, kit->arena, &kit->report))
        fail_msg("the joined game: %s", kit_message(kit, kit->messages.count - 1));
    return out;
}

static TngFile *opened(Kit *kit, Bytes bytes)
{
    TngFile *file = ARENA_ALLOC(kit->arena, TngFile, 1);
    assert_true(tng_read(bytes, file, kit->arena, &kit->report));
    return file;
}

static int find(const TngFile *game, unsigned type, const char *name)
{
    const TngSection *section = tng_section(game, type);
    for (size_t i = 0; section && i < section->count; i++)
        if (text_is(tng_string(game, ((TngAsset *)section->entries[i].descriptor)->name), name))
            return (int)i;
    return -1;
}

static Text said(Kit *kit, const TngFile *game, size_t language, const char *dialog)
{
    TngTexts texts;
    const int index = find(game, SECTION_DIALOGS, dialog);
    assert_true(index >= 0);
    const TngDialog *record = tng_asset(game, tng_section(game, SECTION_DIALOGS), (size_t)index,
                                        kit->arena, &kit->report);
    assert_non_null(record);
    assert_true(tng_texts(tng_language(game, language), &texts, kit->arena, &kit->report));
    assert_true(record->message < texts.count);
    return texts.items[record->message];
}

static Bytes picture(Kit *kit, Pixel colour)
{
    Image image = image_new(32, 32, kit->arena);
    for (uint32_t i = 0; i < 32 * 32; i++)
        image.pixels[i] = colour;
    return png_write(&image, NULL, kit->arena);
}

/* The project of the extension: a sprite, an NPC and a map that come before the others by
 * their names, so that all numbers are other ones; the sign says something else, in German. */
static ProjectFiles more_project(Kit *kit)
{
    ProjectFiles files = project(kit);
    const Text meadow = file_text(&files, "maps/meadow.tmx");
    put(kit, &files, "tiles/aaa_soo0.png", picture(kit, PIXEL(200, 0, 0, 255)));
    put(kit, &files, "npcs/aaron.npc",
        changed(kit, file_text(&files, "npcs/guide.npc"), "Guide", "Aaron"));
    Bytes map = changed(kit, meadow, "The meadow", "A glade");
    map = changed(kit, text_of_bytes(map), "npcs_guide", "npcs_aaron");
    map = changed(kit, text_of_bytes(map), "tiles_grass", "tiles_aaa");
    map = changed(kit, text_of_bytes(map), "grass_soo0", "aaa_soo0");
    put(kit, &files, "maps/glade.tmx", map);
    put(kit, &files, "dialogs/sign.dlg",
        of("TirNanoG Dialog\nSign\nThe glade is north of here.\n- - 0\n"));
    put(kit, &files, "lang/de.po",
        of("# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n\nmsgid \"The glade is "
           "north of here.\"\n"
           "msgstr \"Die Lichtung liegt im Norden.\"\n"));
    return files;
}

/* People and dialogs, a map; German. */
static const char more[] = "TirNanoG Extension\n0 -\no 11\no 13\nl de\nm glade\n";

static Bytes more_extension(Kit *kit)
{
    ProjectFiles files = more_project(kit);
    put(kit, &files, "ext/more.cfg", of(more));
    return built(kit, &files, "more");
}

static void find_fact(void *context, Text fact)
{
    const char **wanted = context;
    if (text_is(fact, *wanted))
        *wanted = NULL;
}

static void joined_game_has_the_address_of_its_extension(void **state)
{
    static const struct {
        const char *config, *fact;
    } cases[] = {
        {"TirNanoG Extension\n0 https://example.org/more\no 11\no 13\nl de\nm glade\n",
         "extension:more=https://example.org/more"},
        {more, "extension:more="},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = more_project(kit);
        put(kit, &files, "ext/more.cfg", of(cases[i].config));
        const Bytes extension = built(kit, &files, "more");
        const TngFile *game = opened(kit, joined(kit, small_game(kit), extension));
        const char *wanted = cases[i].fact;
        tng_facts(game, find_fact, &wanted);
        assert_null(wanted);
    }
}

/* The same file with this number of map layers. */
static Bytes with_layers(Kit *kit, Bytes file, unsigned layers)
{
    TngFile game;
    for (uint32_t seed = 0;; seed++) {
        const Bytes out =
            foreign_game(opened(kit, file), FOREIGN_LAYERS, seed, kit->arena, &kit->report);
        assert_true(tng_read(out, &game, kit->arena, &kit->report));
        if (game.header.layer_count == layers)
            return out;
    }
}

static void files_with_other_map_layers_are_joined(void **state)
{
    Kit *kit = *state;
    const Bytes base = small_game(kit), extension = more_extension(kit);
    static const unsigned layers[] = {8, 13};
    const TngFile *plain = opened(kit, joined(kit, base, extension));
    for (size_t i = 0; i < COUNT_OF(layers); i++) {
        const TngFile *game = opened(kit, joined(kit, with_layers(kit, base, layers[i]),
                                                 with_layers(kit, extension, layers[i])));
        assert_int_equal(game->header.layer_count, layers[i]);
        assert_int_equal(tng_section(game, SECTION_MAPS)->count,
                         tng_section(plain, SECTION_MAPS)->count);
    }
}

static void joining_only_the_base_changes_nothing(void **state)
{
    Kit *kit = *state;
    const Bytes base = small_game(kit);
    const MergePart part = {TEXT("base"), base};
    Bytes out;
    assert_true(project_merge(&part, 1, &out, kit->arena, &kit->report));
    const PlayerOptions options = {.frames = 60, .skip_menu = true, .screenshot = true};
    PlayerResult one, two;
    assert_true(player_run_headless(base, &options, &one, kit->arena, &kit->report));
    assert_true(player_run_headless(out, &options, &two, kit->arena, &kit->report));
    assert_bytes_equal(one.screenshot, two.screenshot);
}

/* The cell of a layer of a map, by the name of what is there. */
static Text cell_name(Kit *kit, const TngFile *game, const char *map, size_t layer, size_t cell)
{
    Names names;
    const size_t size = (size_t)1 << 2 * game->header.map_log2;
    const TngMap *record =
        tng_asset(game, tng_section(game, SECTION_MAPS), (size_t)find(game, SECTION_MAPS, map),
                  kit->arena, &kit->report);
    uint16_t *cells = arena_alloc(kit->arena, size * TNG_LAYERS, sizeof *cells);
    assert_true(project_game_names(game, &names, kit->arena, &kit->report));
    assert_true(tng_layers_read((Bytes){record->layers, record->layers_size}, cells,
                                size * TNG_LAYERS, &kit->report));
    const uint16_t value = cells[layer * size + cell];
    const NameList *list = layer == 5 ? &names.kinds[NAME_NPC] : &names.sprites[CATEGORY_TILES];
    return value < list->count ? list->items[value] : TEXT("");
}

static size_t first_npc(Kit *kit, const TngFile *game, const char *map)
{
    for (size_t cell = 0; cell < (size_t)1 << 2 * game->header.map_log2; cell++)
        if (cell_name(kit, game, map, 5, cell).size)
            return cell;
    fail_msg("nobody is on %s", map);
    return 0;
}

static void new_items_are_added_and_named_ones_replaced(void **state)
{
    Kit *kit = *state;
    const TngFile *game = opened(kit, joined(kit, small_game(kit), more_extension(kit)));
    assert_int_equal(find(game, SECTION_MAPS, "meadow"), 0);
    assert_int_equal(find(game, SECTION_MAPS, "glade"), 1);
    const Text sign = said(kit, game, 0, "sign");
    assert_true(text_is(sign, "The glade is north of here."));
    assert_int_equal(tng_section(game, SECTION_DIALOGS)->count, 3);
    const size_t cell = first_npc(kit, game, "glade");
    assert_true(text_is(cell_name(kit, game, "glade", 5, cell), "aaron"));
    assert_true(text_is(cell_name(kit, game, "meadow", 5, cell), "guide"));
}

static void each_language_has_all_texts(void **state)
{
    Kit *kit = *state;
    const TngFile *game = opened(kit, joined(kit, small_game(kit), more_extension(kit)));
    assert_int_equal(tng_language_count(game), 2);
    const TngLanguage *german = tng_language(game, 1)->record;
    assert_memory_equal(german->code, "de", 2);
    assert_true(text_is(said(kit, game, 1, "sign"), "Die Lichtung liegt im Norden."));
    assert_true(text_is(said(kit, game, 1, "welcome"), "Welcome! This is your game now."));
    TngTexts texts;
    assert_true(tng_texts(tng_language(game, 1), &texts, kit->arena, &kit->report));
    assert_true(text_is(texts.items[TEXT_LANGUAGE], "Deutsch"));
    assert_true(tng_texts(tng_language(game, 0), &texts, kit->arena, &kit->report));
    assert_true(text_is(texts.items[TEXT_LANGUAGE], "English"));
}

static void numbers_of_npcs_and_sprites_are_translated(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = more_project(kit);
    /* Neither: the people of the glade are known by the names behind the strings. */
    put(kit, &files, "ext/more.cfg", of("TirNanoG Extension\n0 -\nm meadow\nm glade\n"));
    const Bytes base = small_game(kit);
    const TngFile *game = opened(kit, joined(kit, base, built(kit, &files, "more")));
    const TngFile *before = opened(kit, base);
    const size_t cell = first_npc(kit, before, "meadow");
    assert_true(text_is(cell_name(kit, game, "meadow", 5, cell), "guide"));
    assert_int_equal(cell_name(kit, game, "glade", 5, cell).size, 0); /* aaron is nowhere */
    assert_true(kit_has_message(kit, "neither the extension nor the game has its") &&
                kit_has_message(kit, "\"aaron\""));
    assert_true(text_is(cell_name(kit, game, "glade", 0, 0), "aaa"));
    assert_true(text_is(cell_name(kit, game, "meadow", 0, 0), "grass"));
}

/* The first language of an extension had no speech, so that only facts could name the
 * second's; one fact named the last of many, and the others went wherever their numbers point
 * in what the game has. */
static void unreferenced_speech_is_omitted(void **state)
{
    enum { VOICES = 60000 };
    Kit *kit = *state;
    TngFile *extension = opened(kit, more_extension(kit));
    Writer strings = writer_to(kit->arena);
    write_bytes(&strings, extension->strings);
    write_bytes(&strings, (Bytes){(const uint8_t *)":59999=hail", sizeof ":59999=hail"});
    extension->strings = writer_bytes(&strings);
    const TngSection *german = tng_language(extension, 0);
    TngLanguage *french = ARENA_ALLOC(kit->arena, TngLanguage, 1);
    *french = *(const TngLanguage *)german->record;
    memcpy(french->code, "fr", 2);
    french->speech_count = VOICES;
    french->speech = ARENA_ALLOC(kit->arena, TngAsset, VOICES);
    TngSection section = *german;
    section.record = french;
    section.entries = ARENA_ALLOC(kit->arena, TngEntry, VOICES);
    section.count = VOICES;
    for (size_t i = 0; i < VOICES; i++)
        section.entries[i] = (TngEntry){.descriptor = &french->speech[i],
                                        .stored = of(i == VOICES - 1 ? "Salut" : "?")};
    TngSection *sections = ARENA_ALLOC(kit->arena, TngSection, extension->section_count + 1);
    memcpy(sections, extension->sections, extension->section_count * sizeof *sections);
    sections[extension->section_count++] = section;
    extension->sections = sections;
    TngOutput out;
    assert_true(tng_write(extension, &out, kit->arena, &kit->report));
    const MergePart parts[] = {{TEXT("base"), small_game(kit)},
                               {TEXT("ext"), tng_output_bytes(&out, kit->arena)}};
    Bytes bytes;
    assert_true(project_merge(parts, 2, &bytes, kit->arena, &kit->report));
    const TngSection *joined = tng_language(opened(kit, bytes), 2);
    assert_int_equal(joined->count, 1);
    assert_bytes_equal(joined->entries[0].stored, of("Salut"));
}

static void refused(Kit *kit, Bytes base, Bytes extension, const char *why)
{
    const MergePart parts[] = {{TEXT("base.tng"), base}, {TEXT("ext.tng"), extension}};
    Bytes out;
    kit_clear(kit);
    assert_false(project_merge(parts, 2, &out, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    if (!kit_has_message(kit, why) || !kit_has_message(kit, "ext.tng"))
        fail_msg("%s", kit_message(kit, 0));
}

/* The second had more entries than the first, which the numbers were made for. */
static void duplicate_section_is_rejected(void **state)
{
    Kit *kit = *state;
    TngFile *extension = opened(kit, more_extension(kit));
    const size_t count = extension->section_count;
    TngSection *sections = ARENA_ALLOC(kit->arena, TngSection, count + 1);
    memcpy(sections, extension->sections, count * sizeof *sections);
    TngSection *people = &sections[extension->section_count++];
    *people = *tng_section(extension, SECTION_NPCS);
    TngEntry *entries = ARENA_ALLOC(kit->arena, TngEntry, people->count + 1);
    memcpy(entries, people->entries, people->count * sizeof *entries);
    entries[people->count++] = people->entries[0];
    people->entries = entries;
    extension->sections = sections;
    TngOutput out;
    assert_true(tng_write(extension, &out, kit->arena, &kit->report));
    refused(kit, small_game(kit), tng_output_bytes(&out, kit->arena), "refers to number");
}

/* Without a HUD only a name of the last slot is known: the others have the numbers of the
 * base's slots, of which there are fewer. They were written behind the list. */
static void more_slots_than_names_are_ignored(void **state)
{
    Kit *kit = *state;
    TngFile *extension = opened(kit, more_extension(kit));
    EquipmentSlot *slots = ARENA_ALLOC(kit->arena, EquipmentSlot, TNG_EQUIP_SLOTS);
    TngSlots record = {.slots = slots, .slots_count = TNG_EQUIP_SLOTS};
    const size_t count = extension->section_count;
    TngSection *sections = ARENA_ALLOC(kit->arena, TngSection, count + 1);
    size_t at = 0;
    memset(slots, 0x55, TNG_EQUIP_SLOTS * sizeof *slots);
    assert_null(tng_section(extension, SECTION_HUD));
    assert_null(tng_section(extension, SECTION_SLOTS));
    while (at < count && extension->sections[at].type < SECTION_SLOTS)
        at++;
    memcpy(sections, extension->sections, at * sizeof *sections);
    sections[at] = (TngSection){
        .type = SECTION_SLOTS, .kind = tng_section_kind(SECTION_SLOTS), .record = &record};
    memcpy(sections + at + 1, extension->sections + at, (count - at) * sizeof *sections);
    extension->sections = sections;
    extension->section_count++;
    Writer strings = writer_to(kit->arena);
    write_bytes(&strings, extension->strings);
    write_bytes(&strings, (Bytes){(const uint8_t *)"slot:31=x", sizeof "slot:31=x"});
    extension->strings = writer_bytes(&strings);
    TngOutput out;
    assert_true(tng_write(extension, &out, kit->arena, &kit->report));
    const Bytes base = small_game(kit);
    const TngSection *before = tng_section(opened(kit, base), SECTION_SLOTS);
    const size_t all = before ? ((const TngSlots *)before->record)->slots_count : 0;
    const TngFile *game = opened(kit, joined(kit, base, tng_output_bytes(&out, kit->arena)));
    const TngSlots *after = tng_section(game, SECTION_SLOTS)->record;
    assert_int_equal(after->slots_count, all + 1);
}

static World *play(Kit *kit, const TngFile *game, unsigned ticks)
{
    World *world = world_new(game, &(WorldOptions){.seed = 1, .skip_menu = true}, kit->arena,
                             &kit->report);
    assert_non_null(world);
    for (unsigned i = 0; i < ticks; i++)
        world_tick(world, &(WorldInput){.direction = 1 + SOUTH});
    return world;
}

static void save_of_the_base_continues_with_the_extension(void **state)
{
    Kit *kit = *state;
    const Bytes base = small_game(kit);
    World *world = play(kit, opened(kit, base), 40);
    const PlayerContext ctx = local_context(world);
    Bytes saved;
    SaveNotes notes;
    assert_true(world_save(world, NULL, &saved, kit->arena, &kit->report));
    const TngFile *game = opened(kit, joined(kit, base, more_extension(kit)));
    World *again =
        world_load(game, saved, &(WorldOptions){0}, &notes, kit->arena, &kit->report);
    if (!again)
        fail_msg("%s", kit_message(kit, kit->messages.count - 1));
    assert_int_equal(context_actor(local_context(again))->at.x, context_actor(ctx)->at.x);
    assert_int_equal(context_actor(local_context(again))->at.y, context_actor(ctx)->at.y);
}

static void joined_game_depends_only_on_its_parts(void **state)
{
    Kit *kit = *state;
    const Bytes base = small_game(kit), extension = more_extension(kit);
    const Bytes one = joined(kit, base, extension), two = joined(kit, base, extension);
    assert_bytes_equal(one, two);
    assert_memory_not_equal(opened(kit, one)->header.unique, opened(kit, base)->header.unique,
                            8);
}

static void incompatible_parts_are_rejected_with_one_error(void **state)
{
    Kit *kit = *state;
    const Bytes base = small_game(kit), good = more_extension(kit);
    ProjectFiles files;
    TngOutput out;
    assert_true(project_new(TEXT("other"), &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    refused(kit, base, tng_output_bytes(&out, kit->arena),
            "the file extends the game \"other\"");
    files = project(kit);
    Text config = file_text(&files, "config");
    put(kit, &files, "config", changed(kit, config, "32 32 ", "16 32 "));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    refused(kit, base, tng_output_bytes(&out, kit->arena), "map type");
    uint8_t *bytes = arena_alloc(kit->arena, good.size, 1);
    memcpy(bytes, good.data, good.size);
    bytes[60] = 1;
    refused(kit, base, (Bytes){bytes, good.size}, "encrypted");
    refused(kit, base, (Bytes){good.data, 80}, "");
    refused(kit, base, of("no game"), "not a TirNanoG game");
}

static void damaged_extension_is_rejected(void **state)
{
    Kit *kit = *state;
    const Bytes base = small_game(kit), good = more_extension(kit);
    Report silent = report_to(NULL, NULL);
    random_state = 7;
    for (unsigned i = 0; i < 150; i++) {
        Arena *arena = arena_new();
        uint8_t *bytes = arena_alloc(arena, good.size, 1);
        memcpy(bytes, good.data, good.size);
        for (unsigned n = 0; n < 1 + i % 4; n++)
            bytes[64 + next_random((uint32_t)good.size - 64)] ^= 1u << next_random(8);
        const MergePart parts[] = {{TEXT("a"), base}, {TEXT("b"), {bytes, good.size}}};
        Bytes out;
        TngFile read;
        if (project_merge(parts, 2, &out, arena, &silent))
            assert_true(tng_read(out, &read, arena, &silent));
        arena_free(arena);
    }
}

static void joined_game_is_playable(void **state)
{
    Kit *kit = *state;
    const TngFile *game = opened(kit, joined(kit, small_game(kit), more_extension(kit)));
    kit_clear(kit);
    play(kit, game, 200);
    assert_int_equal(kit->messages.count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(joining_only_the_base_changes_nothing),
        TEST(joined_game_has_the_address_of_its_extension),
        TEST(files_with_other_map_layers_are_joined),
        TEST(new_items_are_added_and_named_ones_replaced),
        TEST(each_language_has_all_texts),
        TEST(numbers_of_npcs_and_sprites_are_translated),
        TEST(unreferenced_speech_is_omitted),
        TEST(duplicate_section_is_rejected),
        TEST(more_slots_than_names_are_ignored),
        TEST(save_of_the_base_continues_with_the_extension),
        TEST(joined_game_depends_only_on_its_parts),
        TEST(incompatible_parts_are_rejected_with_one_error),
        TEST(damaged_extension_is_rejected),
        TEST(joined_game_is_playable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

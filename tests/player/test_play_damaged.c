/* A game with something damaged or missing plays on, from the menu to the map, and says once
 * what it is: each kind of asset of the example in turn. */
#include "lib/kit.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/container/tng.h"
#include "player/session.h"
#include "tirnanog/project/project.h"

static Bytes example; /* the game, whole */
static Arena *lasting;

static int build_example(void **state)
{
    ProjectFiles files;
    TngOutput out;
    Report report = report_to(NULL, NULL);
    (void)state;
    lasting = arena_new();
    if (!project_load_files("examples/segais", &files, lasting, &report) ||
        !project_build(&files, &(BuildOptions){0}, &out, lasting, &report))
        return 1;
    example = tng_output_bytes(&out, lasting);
    return 0;
}

static int free_example(void **state)
{
    (void)state;
    arena_free(lasting);
    return 0;
}

/* Through the menu, and what comes up, into the game; then a walk. */
static Text input(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    write_format(&out, "# oisin input 1\n");
    for (unsigned frame = 5; frame < 200; frame += 8)
        write_format(&out, "%u press %s\n", frame, frame < 100 ? "confirm" : "cancel");
    write_format(&out, "210 direction so\n225 press inventory\n240 press cancel\n"
                       "250 direction ea\n300 end\n");
    return writer_text(&out);
}

/* As the headless player does it, with a picture now and then. */
static bool play_from(Kit *kit, Bytes game, bool skip_menu, PlayerResult *result)
{
    const PlayerOptions options = {.input = input(kit), .frames = 300, .skip_menu = skip_menu};
    Session session;
    if (!session_open(&session, game, &options, kit->arena, &kit->report))
        return false;
    while (!session_over(&session)) {
        session_tick(&session, &(WorldInput){0});
        if (session.frames % 10 == 0)
            session_draw(&session);
    }
    session_close(&session, result);
    return !session.failed;
}

/* Directly in the game and, after the messages are cleared, from the menu on. */
static bool play(Kit *kit, Bytes game, PlayerResult *result)
{
    const Messages none = kit->messages;
    if (!play_from(kit, game, true, result))
        return false;
    const Messages said = kit->messages;
    kit->messages = none;
    const bool ok = play_from(kit, game, false, result);
    if (ok)
        kit->messages = said;
    return ok;
}

static Bytes written(Kit *kit, TngFile *file)
{
    TngOutput out;
    assert_true(tng_write(file, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

static Bytes rubbish(Kit *kit, size_t size)
{
    uint8_t *bytes = arena_alloc(kit->arena, size, 1);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)next_random(256);
    return (Bytes){bytes, size};
}

/* No message is repeated. */
static void once_each(Kit *kit, const char *what)
{
    for (size_t i = 0; i < kit->messages.count; i++)
        for (size_t j = 0; j < i; j++)
            if (!strcmp(kit_message(kit, i), kit_message(kit, j)))
                fail_msg("%s: twice: %s", what, kit_message(kit, i));
}

static void plays_on(Kit *kit, Bytes game, const char *what)
{
    PlayerResult result;
    if (!play(kit, game, &result))
        fail_msg("%s: %s", what, kit_message(kit, kit->messages.count - 1));
    assert_int_equal(result.frames, 300);
    once_each(kit, what);
}

typedef enum Harm { HARM_RUBBISH, HARM_HALF, HARM_EMPTY, HARMS } Harm;

static Bytes harmed(Kit *kit, Bytes asset, Harm harm)
{
    if (harm == HARM_HALF)
        return (Bytes){asset.data, asset.size / 2};
    return harm == HARM_EMPTY ? (Bytes){0} : rubbish(kit, asset.size);
}

/* Assets `first` and on, each `step`-th, of a section. */
static Bytes with_harm(Kit *kit, unsigned type, size_t first, size_t step, Harm harm)
{
    TngFile file;
    assert_true(tng_read(example, &file, kit->arena, &kit->report));
    for (size_t s = 0; s < file.section_count; s++) {
        TngSection *section = &file.sections[s];
        if (section->type != type)
            continue;
        if (section->texts.size && first == 0)
            section->texts = harmed(kit, section->texts, harm);
        for (size_t i = first; i < section->count; i += step)
            section->entries[i].stored = harmed(kit, section->entries[i].stored, harm);
    }
    return written(kit, &file);
}

static bool has_assets(unsigned type)
{
    const TngSectionKind *kind = tng_section_kind(type);
    return kind && kind->form != TNG_STRINGS && kind->form != TNG_SINGLE &&
           kind->form != TNG_TILES;
}

static void all_assets_of_a_kind_are_damaged(void **state)
{
    (void)state;
    for (unsigned type = 0; type < SECTION_TYPES; type++)
        for (Harm harm = 0; harm < HARMS && has_assets(type) && type != SECTION_MAPS; harm++) {
            Kit *kit = kit_new();
            char what[64];
            snprintf(what, sizeof what, "all of section %u, harm %d", type, (int)harm);
            plays_on(kit, with_harm(kit, type, 0, 1, harm), what);
            kit_free(kit);
        }
}

static void every_third_asset_is_damaged(void **state)
{
    (void)state;
    for (unsigned type = 0; type < SECTION_TYPES; type++)
        for (size_t first = 0; first < 3 && has_assets(type) && type != SECTION_MAPS; first++) {
            Kit *kit = kit_new();
            char what[64];
            snprintf(what, sizeof what, "a third of section %u", type);
            plays_on(kit, with_harm(kit, type, first, 3, HARM_RUBBISH), what);
            kit_free(kit);
        }
}

static void sections_are_missing(void **state)
{
    (void)state;
    for (unsigned type = 1; type < SECTION_TYPES; type++) {
        Kit *kit = kit_new();
        TngFile file;
        char what[64];
        size_t kept = 0;
        assert_true(tng_read(example, &file, kit->arena, &kit->report));
        for (size_t s = 0; s < file.section_count; s++)
            if (file.sections[s].type != type)
                file.sections[kept++] = file.sections[s];
        file.section_count = kept;
        snprintf(what, sizeof what, "without section %u", type);
        if (type != SECTION_MAPS)
            plays_on(kit, written(kit, &file), what);
        kit_free(kit);
    }
}

/* Each map alone: those that are left are played. Without any there is no game, and one line
 * says so. */
static void maps_are_damaged_or_missing(void **state)
{
    TngFile whole;
    Kit *all = kit_new();
    (void)state;
    assert_true(tng_read(example, &whole, all->arena, &all->report));
    const size_t maps = tng_section(&whole, SECTION_MAPS)->count;
    for (size_t map = 0; map < maps; map++) {
        Kit *kit = kit_new();
        plays_on(kit, with_harm(kit, SECTION_MAPS, map, maps, HARM_RUBBISH), "a map");
        kit_free(kit);
    }
    PlayerResult result;
    const bool ok = play(all, with_harm(all, SECTION_MAPS, 0, 1, HARM_RUBBISH), &result);
    assert_true(all->messages.count >= 1 || ok);
    kit_free(all);
}

static void damaged_assets_are_named(void **state)
{
    static const struct {
        unsigned type;
        const char *says;
    } cases[] = {{SECTION_ATLASES, "atlas"},
                 {SECTION_TILES, "tile sprites"},
                 {SECTION_STARTUP, "start-up scripts"},
                 {SECTION_MAPS, "maps"},
                 {SECTION_FONTS, "font"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        PlayerResult result;
        play(kit, with_harm(kit, cases[i].type, 0, 1, HARM_RUBBISH), &result);
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("section %u: nothing about %s; %zu messages, %s", cases[i].type,
                     cases[i].says, kit->messages.count, kit_message(kit, 0));
        kit_free(kit);
    }
}

static void undamaged_game_has_no_messages(void **state)
{
    Kit *kit = kit_new();
    (void)state;
    plays_on(kit, example, "the example");
    if (kit->messages.count)
        fail_msg("%s", kit_message(kit, 0));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamaged_game_has_no_messages),
        cmocka_unit_test(all_assets_of_a_kind_are_damaged),
        cmocka_unit_test(every_third_asset_is_damaged),
        cmocka_unit_test(sections_are_missing),
        cmocka_unit_test(maps_are_damaged_or_missing),
        cmocka_unit_test(damaged_assets_are_named),
    };
    return cmocka_run_group_tests(tests, build_example, free_example);
}

/* Games as other programs may write them are read, shown, unpacked, built again and played like
 * those of our own writer. */
#include "lib/foreign_game.h"
#include "lib/small_game.h"

#include "base/text.h"
#include "engine/world.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/container/tng_json.h"
#include "tirnanog/container/tng_scripts.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/merge_games.h"
#include "tirnanog/sheets/script_names.h"

/* Five hundred take two seconds, but not with sanitizers. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
enum { TICKS = 600, VARIANTS = 60, EXAMPLES = 3 };
#else
enum { TICKS = 600, VARIANTS = 500, EXAMPLES = 20 };
#endif

/* Fewer with OISIN_COPIES. */
static unsigned variant_count(void)
{
    const char *copies = getenv("OISIN_COPIES");
    const unsigned long count = copies ? strtoul(copies, NULL, 10) : VARIANTS;
    return count && count < VARIANTS ? (unsigned)count : VARIANTS;
}

/* Walks about and uses what is there, the same in every run. */
static uint64_t played(Kit *kit, Bytes file)
{
    TngFile game;
    uint32_t state = 7;
    if (!tng_read(file, &game, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    World *world = world_new(&game, &(WorldOptions){.seed = 1, .skip_menu = true}, kit->arena,
                             &kit->report);
    if (!world)
        fail_msg("%s", kit_message(kit, 0));
    for (unsigned i = 0; i < TICKS; i++) {
        if (i % 20 == 0)
            state = state * 1664525u + 1013904223u;
        const WorldInput input = {.direction = 1 + (state >> 28) % 8,
                                  .buttons = i % 20 == 0 ? BUTTON_CONFIRM : 0};
        world_tick(world, &input);
    }
    return world_hash(world);
}

static Bytes rebuilt(Kit *kit, Bytes file)
{
    TngFile game;
    ProjectFiles files = {0};
    TngOutput out;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    if (!project_unpack(&game, &files, kit->arena, &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        return (Bytes){NULL, 0};
    return tng_output_bytes(&out, kit->arena);
}

typedef struct Handlers {
    Kit *kit;
    ScriptNames names;
    TngScriptRef *refs;
    Text *owners;
    Bytes *codes;
    Text *texts;
    size_t count;
} Handlers;

static void add_handler(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Handlers *handlers = context;
    Arena *arena = handlers->kit->arena;
    size_t owners = handlers->count, codes = owners, texts = owners;
    Writer out = writer_to(arena);
    Text why;
    script_decompile(code, &handlers->names, &(ScriptStyle){.expression = expression}, &out,
                     &why, arena);
    *ARENA_PUSH(arena, handlers->owners, owners) = name;
    *ARENA_PUSH(arena, handlers->codes, codes) = code;
    *ARENA_PUSH(arena, handlers->texts, texts) = writer_text(&out);
    *ARENA_PUSH(arena, handlers->refs, handlers->count) = ref;
}

static Handlers handlers_of(Kit *kit, Bytes file)
{
    Handlers handlers = {.kit = kit};
    TngFile game;
    Names names;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    assert_true(project_game_names(&game, &names, kit->arena, &kit->report));
    handlers.names = script_names_of(&names);
    assert_true(tng_scripts_visit(&game, add_handler, &handlers, kit->arena, &kit->report));
    return handlers;
}

/* The same bytes; if strings are in another order, the same names instead of their numbers.
 * Records that are found by name may be in another order, so the position of a cutscene's
 * handler may differ. */
static void assert_same_handlers(Kit *kit, unsigned features, Bytes file, Bytes again)
{
    const Handlers one = handlers_of(kit, file), two = handlers_of(kit, again);
    assert_int_equal(one.count, two.count);
    assert_true(one.count > 0);
    for (size_t i = 0; i < one.count; i++) {
        size_t k = 0;
        while (k < two.count &&
               !(one.refs[i].section == two.refs[k].section &&
                 one.refs[i].event == two.refs[k].event &&
                 text_equal(one.texts[i], two.texts[k]) &&
                 (features & FOREIGN_STRINGS || bytes_equal(one.codes[i], two.codes[k]))))
            k++;
        if (k == two.count)
            fail_msg("%.*s has another code: %.*s", (int)one.owners[i].size, one.owners[i].at,
                     (int)one.texts[i].size, one.texts[i].at);
    }
}

/* Shown, and checked without an error. */
static void assert_shown(Kit *kit, Bytes file)
{
    if (!tng_check(file, kit->arena, &kit->report))
        for (size_t i = 0; i < kit->messages.count; i++)
            if (kit->messages.items[i].severity == SEVERITY_ERROR)
                fail_msg("%s", kit_message(kit, i));
    Writer out = writer_to(kit->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    assert_true(tng_show(file, false, &json, kit->arena, &kit->report));
    json_close(&json);
    json_end(&json);
    assert_true(tng_title(file, kit->arena).size > 0);
}

/* Where unpack wrote listings. */
static const struct Place {
    const char *start, *end, *what; /* of the path; of the message */
} places[] = {
    {"npcs/", ".npc", "e "},
    {"objects/", ".obj", "e "},
    {"game/startup.cfg", "", "e start"},
    {"game/actions.cfg", "", "e action"},
    {"game/", ".atr", "e onchange"},
    {"game/", ".atr", "expression"},
    {"quests/", ".qst", "e complete"},
    {"ui/", ".cut", "e"},
};
static size_t listings, listings_of[COUNT_OF(places)];

static void count_listings(const Kit *kit)
{
    for (size_t i = 0; i < kit->messages.count; i++) {
        const Message *message = &kit->messages.items[i];
        if (!text_ends(message->text, "written as a listing"))
            continue;
        listings++;
        for (size_t k = 0; k < COUNT_OF(places); k++)
            listings_of[k] += text_starts(message->subject, places[k].start) &&
                              text_ends(message->subject, places[k].end) &&
                              text_starts(message->text, places[k].what);
    }
}

/* As a part of a game of several files. */
static void assert_joined(Kit *kit, Bytes file, unsigned features, uint32_t seed, uint64_t hash)
{
    const MergePart part = {TEXT("base"), file};
    Bytes out;
    if (!project_merge(&part, 1, &out, kit->arena, &kit->report))
        fail_msg("%x, %u: %s", features, seed, kit_message(kit, kit->messages.count - 1));
    if (played(kit, out) != hash && !(features & FOREIGN_STRINGS))
        fail_msg("%x, %u: the joined game plays differently", features, seed);
}

static void try_variant(const TngFile *game, unsigned features, uint32_t seed, uint64_t hash)
{
    Kit *kit = kit_new();
    const Bytes file = foreign_game(game, features, seed, kit->arena, &kit->report);
    if (!file.size)
        fail_msg("%x, %u: %s", features, seed, kit_message(kit, 0));
    /* The hash contains numbers of names: of the music, on the stacks of waiting handlers. */
    if (played(kit, file) != hash && !(features & FOREIGN_STRINGS))
        fail_msg("%x, %u: the variant plays differently: %s", features, seed,
                 kit_message(kit, 0));
    assert_shown(kit, file);
    assert_joined(kit, file, features, seed, hash);
    const Bytes again = rebuilt(kit, file);
    count_listings(kit);
    if (!again.size) {
        for (size_t i = 0; i < kit->messages.count; i++)
            if (kit->messages.items[i].severity == SEVERITY_ERROR)
                fail_msg("%x, %u: %s", features, seed, kit_message(kit, i));
    }
    assert_same_handlers(kit, features, file, again);
    if (played(kit, again) != hash)
        fail_msg("%x, %u: the rebuilt game plays differently", features, seed);
    kit_free(kit);
}

static Bytes example(Kit *kit)
{
    ProjectFiles files;
    TngOutput out;
    assert_true(project_load_files("examples/segais", &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    return tng_output_bytes(&out, kit->arena);
}

static void variants_of_the_example_are_accepted(void **state)
{
    Kit *kit = *state;
    TngFile game;
    const Bytes base = example(kit);
    const uint64_t hash = played(kit, base);
    assert_true(tng_read(base, &game, kit->arena, &kit->report));
    for (uint32_t seed = 0; seed < EXAMPLES && seed < variant_count(); seed++)
        try_variant(&game,
                    FOREIGN_FEATURES - 1 - (seed & 1 ? FOREIGN_EQUIPPED : FOREIGN_STRINGS),
                    seed, hash);
    for (size_t k = 0; k < COUNT_OF(places); k++)
        if (!listings_of[k])
            fail_msg("no listing in %s*%s: %s", places[k].start, places[k].end, places[k].what);
}

static void each_difference_alone_is_accepted(void **state)
{
    Kit *kit = *state;
    TngFile game;
    const Bytes base = small_game(kit);
    const uint64_t hash = played(kit, base);
    assert_true(tng_read(base, &game, kit->arena, &kit->report));
    for (unsigned feature = 1; feature < FOREIGN_FEATURES; feature *= 2)
        for (uint32_t seed = 0; seed < 2; seed++)
            try_variant(&game, feature, seed, hash);
}

static void five_hundred_variants_are_accepted(void **state)
{
    Kit *kit = *state;
    TngFile game;
    const Bytes base = small_game(kit);
    const uint64_t hash = played(kit, base);
    assert_true(tng_read(base, &game, kit->arena, &kit->report));
    const unsigned count = variant_count();
    for (uint32_t seed = 0; seed < count; seed++)
        try_variant(&game, next_random(FOREIGN_FEATURES), seed, hash);
    assert_true(listings > count / 4);
}

/* The first object that has handlers. */
static TngObject *object_with_events(Kit *kit, const TngFile *game, size_t *index)
{
    const TngSection *objects = tng_section(game, SECTION_OBJECTS);
    TngObject *object;
    for (*index = 0;; ++*index) {
        object = tng_asset(game, objects, *index, kit->arena, &kit->report);
        assert_non_null(object);
        if (object->event_count)
            return object;
    }
}

/* Code that the verifier rejects never runs; one such handler does not keep the others from
 * being unpacked. */
static void invalid_code_is_left_out_with_a_warning(void **state)
{
    static const uint8_t code[] = {OP_FNC0, 99, OP_END};
    Kit *kit = *state;
    TngFile game;
    TngOutput out;
    size_t with;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    TngObject *object = object_with_events(kit, &game, &with);
    object->events[0].script = (Bytecode *)code;
    object->events[0].script_size = sizeof code;
    tng_section(&game, SECTION_OBJECTS)->entries[with].stored =
        tng_pack_record(&TngObject_layout, object, kit->arena);
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    const Bytes again = rebuilt(kit, tng_output_bytes(&out, kit->arena));
    assert_true(again.size > 0);
    assert_true(kit_has_message(
        kit, "left out, because its code is invalid: at byte 0: unknown command 99"));
    assert_true(tng_read(again, &game, kit->arena, &kit->report));
    object = object_with_events(kit, &game, &with);
    assert_int_equal(object->events[0].script_size, 1);
}

/* An event and an interval of a later version, and an event with an unused parameter. */
static void events_and_intervals_without_a_name_are_kept(void **state)
{
    Kit *kit = *state;
    TngFile game;
    TngOutput out;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    const TngSection *objects = tng_section(&game, SECTION_OBJECTS);
    TngSection *startup = (TngSection *)tng_section(&game, SECTION_STARTUP);
    size_t with;
    TngObject *object = object_with_events(kit, &game, &with);
    TngEvent *events = ARENA_ALLOC(kit->arena, TngEvent, 3);
    for (unsigned i = 0; i < 3; i++)
        events[i] = object->events[0];
    events[0].type = 25;
    events[0].parameter = 770;
    events[1].type = 0;
    events[1].parameter = 9;
    events[2].type = 16; /* a timer */
    events[2].parameter = 13;
    object->events = events;
    object->event_count = 3;
    objects->entries[with].stored = tng_pack_record(&TngObject_layout, object, kit->arena);
    TngEntry *entries = ARENA_ALLOC(kit->arena, TngEntry, startup->count + 1);
    memcpy(entries, startup->entries, startup->count * sizeof *entries);
    TngTimedAsset *timed = ARENA_ALLOC(kit->arena, TngTimedAsset, 1);
    *timed = *(const TngTimedAsset *)entries[0].descriptor;
    timed->interval = 123456;
    entries[startup->count] = entries[0];
    entries[startup->count++].descriptor = timed;
    startup->entries = entries;
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    const Bytes file = tng_output_bytes(&out, kit->arena), again = rebuilt(kit, file);
    if (!again.size)
        fail_msg("%s", kit_message(kit, kit->messages.count - 1));
    assert_bytes_equal(again, file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(variants_of_the_example_are_accepted, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(invalid_code_is_left_out_with_a_warning, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(events_and_intervals_without_a_name_are_kept,
                                        kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(each_difference_alone_is_accepted, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(five_hundred_variants_are_accepted, kit_set_up,
                                        kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

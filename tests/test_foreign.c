/* Games as other programs may write them are read, shown, unpacked, built again and played like
 * those of our own writer. */
#include "lib/foreign_game.h"
#include "lib/small_game.h"

#include "engine/world.h"
#include "formats/tirnanog/tng_json.h"

enum { TICKS = 600, VARIANTS = 500 };

/* Fewer with OISIN_COPIES, which `make check` sets for sanitizers. */
static unsigned variant_count(void)
{
    const char *copies = getenv("OISIN_COPIES");
    const unsigned long count = copies ? strtoul(copies, NULL, 10) : VARIANTS;
    return count && count < VARIANTS ? (unsigned)count : VARIANTS;
}

static Kit *part_new(void) { return kit_new(); }

/* Walks about and uses what is there, the same in every run. */
static uint64_t played(Kit *kit, Bytes file)
{
    TngFile game;
    uint32_t state = 7;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    World *world = world_new(&game, &(WorldOptions){.seed = 1, .skip_menu = true}, kit->arena,
                             &kit->report);
    assert_non_null(world);
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

static void try_variant(const TngFile *game, unsigned features, uint32_t seed, uint64_t hash)
{
    Kit *kit = part_new();
    const Bytes file = foreign_game(game, features, seed, kit->arena, &kit->report);
    if (!file.size)
        fail_msg("%x, %u: %s", features, seed, kit_message(kit, 0));
    if (played(kit, file) != hash)
        fail_msg("%x, %u: the variant plays differently: %s", features, seed,
                 kit_message(kit, 0));
    const Bytes again = rebuilt(kit, file);
    if (!again.size) {
        for (size_t i = 0; i < kit->messages.count; i++)
            if (kit->messages.items[i].severity == SEVERITY_ERROR)
                fail_msg("%x, %u: %s", features, seed, kit_message(kit, i));
    }
    if (played(kit, again) != hash)
        fail_msg("%x, %u: the rebuilt game plays differently", features, seed);
    kit_free(kit);
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_difference_alone_is_accepted, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(five_hundred_variants_are_accepted, kit_set_up,
                                        kit_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

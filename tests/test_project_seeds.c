/* Projects made from seeds survive build, unpack and build; tools/nightly.py tries 10,000. */
#include "lib/kit.h"
#include "lib/project_author.h"
#include "lib/project_trip.h"

static void survives(uint32_t seed)
{
    Kit *kit = kit_new();
    ProjectFiles files;
    assert_true(project_author(seed, &files, kit->arena, &kit->report));
    if (!project_survives(&files, kit->arena, &kit->report))
        fail_msg("seed %u: %s", seed, kit_message(kit, kit->messages.count - 1));
    kit_free(kit);
}

static void generated_projects_survive_build_unpack_build(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 12; seed++)
        survives(seed);
}

/* Objects whose handlers could also be read as if their equipped sprites were listed twice:
 * they lost the handlers, or got others. */
static void objects_keep_handlers_that_fit_twice_by_chance(void **state)
{
    (void)state;
    static const uint32_t seeds[] = {90, 156, 167, 168, 188};
    for (size_t i = 0; i < COUNT_OF(seeds); i++)
        survives(seeds[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_projects_survive_build_unpack_build),
        cmocka_unit_test(objects_keep_handlers_that_fit_twice_by_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

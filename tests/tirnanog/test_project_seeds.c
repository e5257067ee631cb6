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
    for (uint32_t seed = 0; seed < 20; seed++)
        survives(seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generated_projects_survive_build_unpack_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Faults that a review of the editor has found. */
#include "lib/kit.h"

#include "authoring/editor/versions.h"
#include "base/text.h"

#include <stdlib.h>

/* ---- versions ---- */

static void a_version_outlives_the_store(void **state)
{
    (void)state;
    Versions *versions = calloc(1, sizeof *versions);
    Arena *arena = arena_new();
    Bytes found;
    assert_non_null(versions);
    versions_add(versions, 1, bytes_of_text(TEXT("first")));
    assert_true(versions_find(versions, 1, &found, arena));
    for (uint64_t i = 2; i < VERSIONS_MAX + 10; i++)
        versions_add(versions, i, bytes_of_text(TEXT("other")));
    assert_true(text_is(text_of_bytes(found), "first"));
    assert_false(versions_find(versions, 1, &found, arena));
    versions_free(versions);
    arena_free(arena);
    free(versions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_version_outlives_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

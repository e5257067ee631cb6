/* Two lists of hashes side by side (difference_align.c). */
#include "lib/kit.h"

#include "kit/compare/difference_internal.h"

enum { ROWS = 100000 };

/* How many of the first list have a partner; pairs must rise and be equal. */
static size_t pairs_of(Kit *kit, const uint64_t *a, size_t a_count, const uint64_t *b,
                       size_t b_count)
{
    const uint32_t *partner = difference_align(a, a_count, b, b_count, kit->arena);
    size_t count = 0, next = 0, gaps = 0;
    for (size_t i = 0; i < a_count; i++) {
        if (partner[i] == DIFFERENCE_ALONE)
            continue;
        assert_true(partner[i] >= next && partner[i] < b_count);
        assert_true(a[i] == b[partner[i]]);
        next = partner[i] + 1;
        count++;
    }
    for (DifferenceGap gap = {0}; difference_gap(partner, a_count, b_count, &gap);)
        gaps += gap.a_end - gap.a + gap.b_end - gap.b;
    assert_int_equal(gaps, a_count + b_count - 2 * count);
    return count;
}

/* The most pairs that there can be, by the table of all. */
static size_t max_pairs(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
    size_t best[41][41] = {{0}};
    for (size_t i = 1; i <= a_count; i++)
        for (size_t j = 1; j <= b_count; j++) {
            const size_t left = best[i][j - 1], above = best[i - 1][j];
            best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1
                         : left > above       ? left
                                              : above;
        }
    return best[a_count][b_count];
}

static void short_lists_are_aligned_optimally(void **state)
{
    for (int round = 0; round < 3000; round++) {
        Kit *kit = kit_new();
        uint64_t a[40], b[40];
        const size_t a_count = next_random(40), b_count = next_random(40);
        const uint32_t kinds = 1 + next_random(12);
        for (size_t i = 0; i < 40; i++) {
            a[i] = next_random(kinds);
            b[i] = next_random(kinds);
        }
        assert_int_equal(pairs_of(kit, a, a_count, b, b_count),
                         max_pairs(a, a_count, b, b_count));
        kit_free(kit);
    }
    (void)state;
}

/* More edits than are searched for at once: elements that each list has once lead the way. */
static void very_different_long_lists_are_aligned_in_bounded_time(void **state)
{
    Kit *kit = *state;
    uint64_t *a = ARENA_ALLOC(kit->arena, uint64_t, ROWS),
             *b = ARENA_ALLOC(kit->arena, uint64_t, ROWS);
    size_t kept = 0;
    for (size_t i = 0; i < ROWS; i++) {
        a[i] = i;
        if (i % 3)
            b[kept++] = i;
    }
    assert_int_equal(pairs_of(kit, a, ROWS, b, kept), kept);
    for (size_t i = 0; i < ROWS; i++) {
        a[i] = next_random(4);
        b[i] = next_random(4);
    }
    assert_true(pairs_of(kit, a, ROWS, b, ROWS) > ROWS / 5); /* at the same places */
    for (size_t i = 0; i < ROWS; i++) {
        a[i] = i;
        b[i] = ROWS - i;
    }
    assert_true(pairs_of(kit, a, ROWS, b, ROWS) >= 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(short_lists_are_aligned_optimally),
        TEST(very_different_long_lists_are_aligned_in_bounded_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

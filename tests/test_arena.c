/* Arenas: memory, limits, registered resources, and arenas that are adopted. */
#include "lib/kit.h"

#include "base/arena.h"

static void take_a_wrapping_size(void *arena) { arena_take(arena, SIZE_MAX / 4, 8); }
static void take_2000_bytes(void *arena) { arena_take(arena, 1, 2000); }

static void arena_memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (size_t size = 1; size < 10000; size = size * 3 + 1) {
        const uint8_t *memory = arena_take(arena, 1, size);
        assert_int_equal((uintptr_t)memory % 16, 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(memory[i], 0);
        memset((void *)memory, 0xAA, size);
    }
    arena_free(arena);
}

static void an_arena_jumps_to_the_guard_when_sizes_wrap_or_pass_the_limit(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    arena_limit(arena, 1000);
    assert_false(memory_guard(take_a_wrapping_size, arena));
    assert_false(memory_guard(take_2000_bytes, arena));
    arena_limit(arena, 3000);
    assert_true(memory_guard(take_2000_bytes, arena));
    arena_free(arena);
}

static void a_list_grows_one_by_one(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    int *list = NULL;
    size_t count = 0;
    for (int i = 0; i < 1000; i++)
        *ARENA_PUSH(arena, list, count) = i;
    for (int i = 0; i < 1000; i++)
        assert_int_equal(list[i], i);
    arena_free(arena);
}

/* Every size is usable to its last byte, and memory that is given back is used again. */
static void arena_allocations_do_not_overlap(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    uint8_t *blocks[300];
    for (size_t i = 0; i < COUNT_OF(blocks); i++) {
        const size_t size = i * i % 6007;
        blocks[i] = arena_take_raw(arena, size, 1);
        memset(blocks[i], (int)(i & 255), size);
        if (i % 7 == 3) { /* the latest one may be shortened, also if it is large */
            const size_t used = arena_used(arena);
            arena_give_back(arena, blocks[i], size, size / 2);
            assert_int_equal(arena_used(arena),
                             used - (size + 15) / 16 * 16 + (size / 2 + 15) / 16 * 16);
        }
    }
    for (size_t i = 0; i < COUNT_OF(blocks); i++) {
        const size_t size = i * i % 6007, kept = i % 7 == 3 ? size / 2 : size;
        for (size_t j = 0; j < kept; j++)
            assert_int_equal(blocks[i][j], i & 255);
    }
    uint8_t *large = arena_take_raw(arena, 100, 1);
    arena_give_back(arena, large, 100, 20);
    assert_ptr_equal(arena_take_raw(arena, 1, 1), large + 32);
    uint8_t *earlier = arena_take_raw(arena, 64, 1);
    uint8_t *latest = arena_take_raw(arena, 64, 1);
    const size_t used = arena_used(arena);
    arena_give_back(arena, earlier, 64, 0); /* not the latest: it stays */
    assert_int_equal(arena_used(arena), used);
    assert_ptr_equal(arena_take_raw(arena, 1, 1), latest + 64);
    arena_free(arena);
}

static void arena_limit_is_the_sum_of_all_sizes(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    arena_limit(arena, 4000);
    for (int i = 0; i < 2; i++) {
        assert_true(memory_guard(take_2000_bytes, arena));
        assert_int_equal(arena_used(arena), 2000);
        assert_true(memory_guard(take_2000_bytes, arena));
        assert_false(memory_guard(take_2000_bytes, arena));
        assert_int_equal(arena_used(arena), 4000);
        arena_reset(arena);
        assert_int_equal(arena_used(arena), 0);
    }
    arena_limit(arena, 3999);
    arena_take(arena, 2000, 1);
    assert_false(memory_guard(take_2000_bytes, arena));
    Arena *child = arena_new();
    uint8_t *kept = arena_take_raw(child, 300, 1);
    memset(kept, 7, 300);
    arena_limit(arena, 0);
    arena_adopt(arena, child);
    assert_int_equal(arena_used(arena), 2000 + 304);
    memset(arena_take(arena, 5000, 1), 1, 5000);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(kept[i], 7);
    arena_free(arena);
    arena_free(NULL);
}

/* Only the n-th allocation fails; tests of jobs without memory depend on that. */
static void chosen_allocation_fails(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (size_t n = 1; n < 4; n++) {
        arena_fail_at(n);
        for (size_t i = 1; i < 6; i++)
            assert_int_equal(memory_guard(take_2000_bytes, arena), i != n);
    }
    arena_fail_at(1);
    arena_fail_at(0);
    assert_true(memory_guard(take_2000_bytes, arena));
    arena_free(arena);
}

typedef struct Letter {
    char *order; /* of release, collected in a text */
    char letter;
} Letter;

static void add_letter(void *thing)
{
    const Letter *letter = thing;
    letter->order[strlen(letter->order)] = letter->letter;
}

/* Newest first, each once; a child's resources go with it. */
static void owned_things_are_released_in_order(void **state)
{
    enum { THINGS = 6 };
    char order[20] = "";
    Letter things[THINGS];
    (void)state;
    for (int i = 0; i < THINGS; i++)
        things[i] = (Letter){order, (char)('a' + i)};
    Arena *arena = arena_new(), *child = arena_new();
    for (int i = 0; i < 3; i++)
        arena_own(arena, add_letter, &things[i]);
    for (int i = 3; i < 6; i++)
        arena_own(child, add_letter, &things[i]);
    arena_release(arena, &things[1]);
    assert_string_equal(order, "b");
    arena_release(arena, &things[1]);
    arena_release(arena, NULL);
    assert_string_equal(order, "b");
    arena_adopt(arena, child);
    assert_string_equal(order, "b");
    arena_release(arena, &things[3]);
    arena_reset(arena);
    assert_string_equal(order, "bdfeca");
    arena_own(arena, add_letter, &things[0]);
    arena_free(arena);
    assert_string_equal(order, "bdfecaa");
    OwnedBytes owned = {{(const uint8_t *)"x", 1}, arena_new()};
    arena_own(owned.owner, add_letter, &things[1]);
    owned_bytes_free(&owned);
    assert_string_equal(order, "bdfecaab");
    assert_null(owned.owner);
    assert_int_equal(owned.bytes.size, 0);
    arena = arena_new();
    owned = (OwnedBytes){{(const uint8_t *)"x", 1}, arena_new()};
    arena_own(owned.owner, add_letter, &things[2]);
    assert_int_equal(owned_bytes_move(&owned, arena).size, 1);
    assert_null(owned.owner);
    assert_int_equal(owned_bytes_move(&owned, arena).size, 0);
    assert_string_equal(order, "bdfecaab");
    arena_free(arena);
    assert_string_equal(order, "bdfecaabc");
}

/* A child in turn adopted by an arena that is still being filled. */
static void adopted_memory_stays_valid(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    uint32_t *numbers[200];
    for (uint32_t i = 0; i < COUNT_OF(numbers); i++) {
        Arena *child = arena_new();
        for (uint32_t j = 0; j < i % 4; j++)
            arena_take_raw(child, 3000, 1);
        numbers[i] = ARENA_TAKE(i % 3 ? child : arena, uint32_t, 500);
        for (uint32_t j = 0; j < 500; j++)
            numbers[i][j] = i;
        arena_adopt(arena, child);
    }
    for (uint32_t i = 0; i < COUNT_OF(numbers); i++)
        for (uint32_t j = 0; j < 500; j++)
            assert_int_equal(numbers[i][j], i);
    arena_free(arena);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(arena_memory_is_zeroed_and_aligned),
        TEST(an_arena_jumps_to_the_guard_when_sizes_wrap_or_pass_the_limit),
        TEST(a_list_grows_one_by_one),
        TEST(arena_allocations_do_not_overlap),
        TEST(arena_limit_is_the_sum_of_all_sizes),
        TEST(owned_things_are_released_in_order),
        TEST(adopted_memory_stays_valid),
        TEST(chosen_allocation_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

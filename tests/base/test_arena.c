/* Arenas: memory, limits, registered resources, and arenas that are adopted. */
#include "lib/kit.h"

#include "base/arena.h"
#include "base/arena_image.h"
#include "base/hash.h"

#include <malloc.h>

#if defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static void take_a_wrapping_size(void *arena) { arena_alloc(arena, SIZE_MAX / 4, 8); }
#if !SANITIZED
static void take_2_to_the_60_bytes(void *arena)
{
    arena_alloc_raw(arena, 1ull << 30, 1u << 30);
}
#endif
static void take_2000_bytes(void *arena) { arena_alloc(arena, 1, 2000); }

static void arena_memory_is_zeroed_and_aligned(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (size_t size = 1; size < 10000; size = size * 3 + 1) {
        const uint8_t *memory = arena_alloc(arena, 1, size);
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

static void fill_an_arena_within(void *context)
{
    (void)context;
    Arena *parent = arena_new();
    Arena *within = arena_new_within(parent);
    (void)arena_alloc(within, 10, 10);
    arena_reset(within);
    arena_limit(within, 1000);
    (void)arena_alloc(within, 1, 2000);
}

/* Sanitizers report an arena that is freed twice, by the guard and by its parent, or never. */
static void an_arena_within_another_is_freed_once(void **state)
{
    (void)state;
    assert_false(memory_guard(fill_an_arena_within, NULL));
    Arena *parent = arena_new();
    (void)arena_alloc(arena_new_within(parent), 1, 100);
    arena_reset(parent);
    (void)arena_new_within(parent);
    arena_free(parent);
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
    assert_int_equal(arena_used(arena), (8 + 16 + 32 + 64 + 128 + 256 + 512 + 1024) * 4);
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
        blocks[i] = arena_alloc_raw(arena, size, 1);
        memset(blocks[i], (int)(i & 255), size);
        if (i % 7 == 3) { /* the latest one may be shortened, also if it is large */
            const size_t used = arena_used(arena);
            arena_shrink(arena, blocks[i], size, size / 2);
            assert_int_equal(arena_used(arena),
                             used - (size + 15) / 16 * 16 + (size / 2 + 15) / 16 * 16);
        }
    }
    for (size_t i = 0; i < COUNT_OF(blocks); i++) {
        const size_t size = i * i % 6007, kept = i % 7 == 3 ? size / 2 : size;
        for (size_t j = 0; j < kept; j++)
            assert_int_equal(blocks[i][j], i & 255);
    }
    uint8_t *large = arena_alloc_raw(arena, 100, 1);
    arena_shrink(arena, large, 100, 20);
    assert_ptr_equal(arena_alloc_raw(arena, 1, 1), large + 32);
    uint8_t *earlier = arena_alloc_raw(arena, 64, 1);
    uint8_t *latest = arena_alloc_raw(arena, 64, 1);
    const size_t used = arena_used(arena);
    arena_shrink(arena, earlier, 64, 0); /* not the latest: it stays */
    assert_int_equal(arena_used(arena), used);
    assert_ptr_equal(arena_alloc_raw(arena, 1, 1), latest + 64);
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
    arena_alloc(arena, 2000, 1);
    assert_false(memory_guard(take_2000_bytes, arena));
    Arena *child = arena_new();
    uint8_t *kept = arena_alloc_raw(child, 300, 1);
    memset(kept, 7, 300);
    arena_limit(arena, 0);
    arena_adopt(arena, child);
    assert_int_equal(arena_used(arena), 2000 + 304);
    memset(arena_alloc(arena, 5000, 1), 1, 5000);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(kept[i], 7);
    arena_free(arena);
    arena_free(NULL);
}

static void reserved_array_keeps_its_elements_and_its_memory(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    uint32_t *array = NULL;
    size_t count = 0, capacity = 0;
    for (uint32_t i = 0; i < 100; i++) {
        array = arena_reserve(arena, array, count, &capacity, sizeof *array);
        assert_true(count < capacity);
        array[count++] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(array[i], i);
    const size_t used = arena_used(arena);
    const uint32_t *const before = array;
    for (count = 0; count < 100; count++) /* it was emptied */
        array = arena_reserve(arena, array, count, &capacity, sizeof *array);
    assert_ptr_equal(array, before);
    assert_int_equal(arena_used(arena), used);
    arena_free(arena);
}

/* More than the limit may be used already: then the rest was negative, thus huge. */
static void exceeded_arena_limit_allows_nothing_more(void **state)
{
    (void)state;
    Arena *arena = arena_new(), *child = arena_new();
    arena_limit(arena, 1000);
    arena_alloc(child, 5000, 1);
    arena_adopt(arena, child);
    assert_false(memory_guard(take_2000_bytes, arena));
    arena_limit(arena, 4000);
    assert_false(memory_guard(take_2000_bytes, arena));
    arena_limit(arena, 7100);
    assert_true(memory_guard(take_2000_bytes, arena));
    arena_free(arena);
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

static void make_arena(void *unused)
{
    (void)unused;
    arena_free(arena_new());
}

static void no_memory_for_an_arena_or_a_huge_block_is_noticed(void **state)
{
    (void)state;
    arena_fail_at(1);
    assert_false(memory_guard(make_arena, NULL));
    assert_true(memory_guard(make_arena, NULL));
#if !SANITIZED /* which would end the program */
    Arena *arena = arena_new();
    assert_false(memory_guard(take_2_to_the_60_bytes, arena));
    arena_free(arena);
#endif
}

/* Small allocations fill a block to its last byte, and go on after a large one. */
static void blocks_are_filled(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    uint8_t *first = arena_alloc_raw(arena, 16, 1);
    uint8_t *large = arena_alloc_raw(arena, 10000, 1);
    assert_ptr_equal(arena_alloc_raw(arena, 2032, 1), first + 16);
    assert_ptr_equal(arena_alloc_raw(arena, 2048, 1), first + 2048); /* of 4096 bytes */
    memset(large, 1, 10000);
    arena_free(arena);
}

static void texts_are_copied_with_a_zero_byte(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    for (size_t size = 0; size < 40; size++) {
        static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
        void *dirty = arena_alloc_raw(arena, 300, 1);
        memset(dirty, 0xFF, 300);
        arena_shrink(arena, dirty, 300, 0);
        const Text text = arena_text(arena, (Text){size ? letters : NULL, size});
        const Text format = arena_format(arena, "%.*s", (int)size, letters);
        const Bytes copy = arena_copy(arena, (Bytes){(const uint8_t *)letters, size});
        const Text last = arena_text(arena, TEXT("last"));
        assert_string_equal(last.at, "last");
        assert_int_equal(strlen(text.at), size);
        assert_int_equal(strlen(format.at), size);
        assert_int_equal(format.size, size);
        assert_memory_equal(text.at, letters, size);
        assert_memory_equal(format.at, letters, size);
        assert_memory_equal(copy.data, letters, size);
    }
    arena_free(arena);
}

/* 0 with sanitizers, which have their own heap. */
static size_t heap_used(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static void fill(Arena *arena, size_t size)
{
    for (size_t i = 0; i < size / 1000; i++)
        memset(arena_alloc_raw(arena, 1000, 1), 1, 1000);
}

static void free_nothing(void *thing) { (void)thing; }

/* The allocator itself may keep some. */
static void memory_of_arenas_is_returned(void **state)
{
    enum { KEPT_BY_HEAP = 16 << 10 };
    (void)state;
    arena_free(arena_new());
    const size_t before = heap_used();
    for (size_t i = 0; i < 3000; i++) {
        Arena *arena = arena_new(), *child = arena_new();
        fill(arena, i * 1000 % 20000);
        arena_alloc_raw(child, 5000, 1);
        arena_own(arena, free_nothing, arena);
        arena_own(child, free_nothing, child);
        arena_adopt(arena, child);
        arena_free(arena);
    }
    assert_in_range(heap_used(), 0, before + KEPT_BY_HEAP);
    Arena *arena = arena_new();
    fill(arena, 5 << 20);
    assert_true(before == 0 || heap_used() > before + (5 << 20));
    arena_reset(arena);
    assert_in_range(heap_used(), 0, before + (1 << 20) + KEPT_BY_HEAP);
    arena_free(arena);
    arena = arena_new(); /* its own block, which is too large to be kept */
    arena_alloc_raw(arena, 3 << 20, 1);
    arena_reset(arena);
    assert_in_range(heap_used(), 0, before + KEPT_BY_HEAP);
    fill(arena, 20000);
    arena_free(arena);
    assert_in_range(heap_used(), 0, before + KEPT_BY_HEAP);
    arena = arena_new(); /* a job that is repeated uses the same memory */
    fill(arena, 100000);
    for (int i = 0; i < 50; i++) {
        arena_reset(arena);
        fill(arena, 100000);
    }
    assert_in_range(heap_used(), 0, before + (1 << 20));
    arena_reset(arena);
#if !SANITIZED /* which frees blocks at once */
    const void *block = arena_alloc_raw(arena, 100, 1);
    arena_reset(arena);
    assert_ptr_equal(arena_alloc_raw(arena, 100, 1), block);
#endif
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
    assert_null(owned.bytes.data);
    assert_int_equal(owned.bytes.size, 0);
    arena = arena_new();
    owned = (OwnedBytes){{(const uint8_t *)"x", 1}, arena_new()};
    arena_own(owned.owner, add_letter, &things[2]);
    assert_int_equal(owned_bytes_move(&owned, arena).size, 1);
    assert_null(owned.owner);
    assert_null(owned.bytes.data);
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
            arena_alloc_raw(child, 3000, 1);
        numbers[i] = ARENA_ALLOC(i % 3 ? child : arena, uint32_t, 500);
        for (uint32_t j = 0; j < 500; j++)
            numbers[i][j] = i;
        arena_adopt(arena, child);
    }
    for (uint32_t i = 0; i < COUNT_OF(numbers); i++)
        for (uint32_t j = 0; j < 500; j++)
            assert_int_equal(numbers[i][j], i);
    arena_free(arena);
}

/* A structure with pointers, all in one arena: it grows and changes. */
typedef struct Bead {
    struct Bead *next;
    uint64_t value;
    uint32_t *list;
    size_t count;
} Bead;

typedef struct String {
    Arena *arena;
    Bead *first;
    size_t beads;
    uint64_t random;
} String;

static uint64_t string_random(String *string, uint64_t below)
{
    string->random = hash_mix(string->random, 1);
    return string->random % below;
}

static void string_change(String *string)
{
    const uint64_t choice = string_random(string, 12);
    if (choice < 2 || !string->first) {
        Bead *bead = ARENA_ALLOC(string->arena, Bead, 1);
        *bead = (Bead){.next = string->first, .value = string->random};
        string->first = bead;
        string->beads++;
    } else if (choice == 2) { /* larger than a block */
        uint8_t *large = arena_alloc(string->arena, 1, 3000 + string_random(string, 9000));
        large[17] = (uint8_t)choice;
    }
    Bead *bead = string->first;
    for (uint64_t skip = string_random(string, string->beads); skip; skip--)
        bead = bead->next;
    bead->value ^= string->random;
    *ARENA_PUSH(string->arena, bead->list, bead->count) = (uint32_t)string->random;
}

static uint64_t string_hash(const String *string)
{
    uint64_t hash = hash_mix(string->beads, string->random);
    for (const Bead *bead = string->first; bead; bead = bead->next) {
        hash = hash_mix(hash, bead->value);
        hash = hash_bytes(
            hash, (Bytes){(const uint8_t *)bead->list, bead->count * sizeof *bead->list});
    }
    return hash_mix(hash, arena_used(string->arena));
}

static void images_of_an_arena_are_restored_in_any_order(void **state)
{
    enum { STEPS = 6000, IMAGES_MAX = STEPS };
    static uint64_t hashes[IMAGES_MAX];
    size_t count = 0, largest = 0;
    uint64_t dice = 7;
    (void)state;
    String *string = NULL;
    Arena *arena = arena_new();
    string = ARENA_ALLOC(arena, String, 1);
    *string = (String){.arena = arena, .random = 1};
    ArenaImages *images = arena_images_new(arena);
    for (size_t step = 0; step < STEPS; step++) {
        dice = hash_mix(dice, step);
        const size_t pick = count ? dice / 16 % count : 0;
        for (uint64_t i = dice % 5; i; i--)
            string_change(string);
        if (count > 3 && dice % 16 == 0) {
            arena_images_restore(images, pick);
            assert_int_equal(string_hash(string), hashes[pick]);
        }
        if (count > 3 && dice % 16 == 1) { /* another future */
            arena_images_restore(images, pick);
            for (int i = 0; i < 300; i++) /* in blocks that no image has */
                string_change(string);
            if (dice % 32 == 1)
                arena_images_restore(images, pick);
            else
                string->random ^= step;
            count = count - pick > 20 ? count : pick + 1;
            arena_images_restore(images, count > pick + 1 ? count - 1 : pick);
            arena_images_truncate(images, count);
        }
        if (count > 2 && dice % 16 == 2 && pick && pick + 1 < count) {
            arena_images_remove(images, pick);
            count--;
            memmove(hashes + pick, hashes + pick + 1, (count - pick) * sizeof *hashes);
            arena_images_restore(images, count - 1);
        }
        if (count > 300) {
            arena_images_remove_first(images);
            count--;
            memmove(hashes, hashes + 1, count * sizeof *hashes);
        }
        if (dice % 64 == 3 && count) { /* later images have more memory, mostly zeros */
            arena_images_restore(images, pick);
            arena_images_rest(images);
        }
        if (count && (dice % 16 == 0 || dice % 64 == 3)) {
            arena_images_restore(images, count - 1);
            assert_int_equal(string_hash(string), hashes[count - 1]);
        }
        arena_images_add(images);
        hashes[count++] = string_hash(string);
        assert_int_equal(arena_images_count(images), count);
        const size_t size = arena_images_size(images);
        largest = size > largest ? size : largest;
    }
    assert_true(largest < 8 * arena_used(arena)); /* 300 images */
    arena_images_restore(images, count / 2);
    assert_int_equal(string_hash(string), hashes[count / 2]);
    string_change(string);
    arena_images_free(images);
    string_change(string);
    arena_free(arena);
}

/* If much changes, some images are stored as a whole, and the way to a far one begins there. */
static void far_images_of_changing_memory_are_restored(void **state)
{
    enum { SIZE = 20000, IMAGES = 120 };
    (void)state;
    Arena *arena = arena_new();
    uint32_t *numbers = ARENA_ALLOC(arena, uint32_t, SIZE);
    ArenaImages *images = arena_images_new(arena);
    for (uint32_t i = 0; i < IMAGES; i++) {
        for (uint32_t k = 0; k < SIZE; k++) /* a third of it is 0 again and again */
            numbers[k] = (i + k) % 3 ? i * SIZE + k : 0;
        arena_images_add(images);
    }
    for (uint32_t i = 0; i < 300; i++) {
        const uint32_t at = next_random((uint32_t)arena_images_count(images));
        arena_images_restore(images, at);
        const uint32_t taken = (numbers[1] ? numbers[1] : numbers[0]) / SIZE;
        for (uint32_t k = 0; k < SIZE; k++)
            assert_int_equal(numbers[k], (taken + k) % 3 ? taken * SIZE + k : 0);
        if (i < 100 && at && at + 1 < arena_images_count(images) && at % 2)
            arena_images_remove(images, at);
    }
    arena_images_free(images);
    arena_free(arena);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(arena_memory_is_zeroed_and_aligned),
        TEST(an_arena_jumps_to_the_guard_when_sizes_wrap_or_pass_the_limit),
        TEST(an_arena_within_another_is_freed_once),
        TEST(a_list_grows_one_by_one),
        TEST(arena_allocations_do_not_overlap),
        TEST(arena_limit_is_the_sum_of_all_sizes),
        TEST(exceeded_arena_limit_allows_nothing_more),
        TEST(reserved_array_keeps_its_elements_and_its_memory),
        TEST(owned_things_are_released_in_order),
        TEST(adopted_memory_stays_valid),
        TEST(chosen_allocation_fails),
        TEST(no_memory_for_an_arena_or_a_huge_block_is_noticed),
        TEST(blocks_are_filled),
        TEST(texts_are_copied_with_a_zero_byte),
        TEST(memory_of_arenas_is_returned),
        TEST(images_of_an_arena_are_restored_in_any_order),
        TEST(far_images_of_changing_memory_are_restored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The prover names the reading with which a file was written, if the file decides it, and never
 * another one. The files are written by tests/lib/prove_writer.c, which shares nothing with it.
 */
#include "lib/kit.h"
#include "lib/prove_writer.h"

#include "base/system/memory.h"
#include "studio/prove/prove.h"
#include "base/stream.h"

#include <stdio.h>

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
enum { STRIDE = 37, GAMES = 100 };
#else
enum { STRIDE = 1, GAMES = 500 };
#endif

static uint8_t bytes[WRITER_MAX];

static ProveReading first_reading(unsigned question)
{
    unsigned i = 0;
    while (prove_readings[i].question != question)
        i++;
    return (ProveReading)i;
}

/* ---- what the author of a game knows about it ---- */

static bool has(const GameTruth *truth, unsigned contents)
{
    return (truth->contents & contents) == contents;
}

static ProveResult if_has(const GameTruth *truth, unsigned contents)
{
    return has(truth, contents) ? PROVE_SETTLED : PROVE_ABSENT;
}

static bool has_quests(const GameTruth *truth)
{
    return has(truth, HAS_QUESTS) && truth->readings[GAME_MAPS_SECTION] == 0;
}

static ProveResult expected_equipped(const GameTruth *truth)
{
    if (!has(truth, HAS_OBJECTS))
        return PROVE_ABSENT;
    const bool twice = truth->readings[GAME_EQUIPPED] == 2;
    return twice || has(truth, HAS_OBJECT_SOUNDS) ? PROVE_SETTLED : PROVE_OPEN;
}

static ProveResult expected(const GameTruth *truth, unsigned question)
{
    enum {
        COMPRESSED = HAS_MAPS | HAS_OBJECTS | HAS_GIVE | HAS_SPAWNER | HAS_ACTOR |
                     HAS_LOCATION | HAS_JUMP | HAS_LOOSE_JUMP | HAS_BASE,
    };
    switch ((GameQuestion)question) {
    case GAME_CRC:
    case GAME_BLOCK_STREAM:
    case GAME_BLOCK_CHECKSUM:
        return PROVE_SETTLED;
    case GAME_ASSET_STREAM:
        return truth->contents & COMPRESSED || has_quests(truth) ? PROVE_SETTLED : PROVE_ABSENT;
    case GAME_MAPS_SECTION: /* quests refute 34, but do not show that maps are 35 */
        return has(truth, HAS_MAPS) ? PROVE_SETTLED
               : has_quests(truth)  ? PROVE_OPEN
                                    : PROVE_ABSENT;
    case GAME_REPEAT_COUNT:
        return if_has(truth, HAS_MAPS | HAS_REPEATS);
    case GAME_EQUIPPED:
        return expected_equipped(truth);
    case GAME_EVENT_OBJECT:
        return if_has(truth, HAS_OBJECTS | HAS_USING);
    case GAME_SCRIPT_OBJECT:
        return if_has(truth, HAS_GIVE);
    case GAME_NPC_CATEGORY:
        return has(truth, HAS_SPAWNER) ? PROVE_SETTLED : if_has(truth, HAS_ACTOR);
    case GAME_MAP_VALUES:
        return if_has(truth, HAS_LOCATION);
    case GAME_JUMP_BASE:
        return has(truth, HAS_LOOSE_JUMP) ? PROVE_OPEN : if_has(truth, HAS_JUMP);
    case GAME_ELEMENT_FONTS:
        return if_has(truth, HAS_ELEMENTS);
    case GAME_QUESTIONS:
        break;
    }
    return PROVE_CONTRADICTION;
}

/* ---- games ---- */

static void answers_are_right(const GameTruth *truth, const Proof *proof)
{
    for (unsigned i = 0; i < GAME_QUESTIONS; i++) {
        const ProveReading first = first_reading(i);
        const ProveAnswer answer = prove_answer(proof, (ProveQuestion)i);
        const ProveReading right = (ProveReading)(first + truth->readings[i]);
        if (proof->findings[right].refuted)
            fail_msg("%s: seed %u, contents %x: the right reading is refuted: %s",
                     prove_questions[i].id, truth->seed, truth->contents,
                     proof->findings[right].why.at);
        if (answer.result == PROVE_SETTLED && answer.reading != right)
            fail_msg("%s: seed %u: wrong reading", prove_questions[i].id, truth->seed);
        if (answer.result != expected(truth, i))
            fail_msg("%s: seed %u, contents %x, reading %u: answer %d, expected %d (%s)",
                     prove_questions[i].id, truth->seed, truth->contents, truth->readings[i],
                     answer.result, expected(truth, i), answer.evidence.at);
    }
    assert_int_equal(proof->misfits, 0);
    assert_false(proof->own);
}

/* The answers of a game, which is not built again. */
static Proof questions_of(const GameTruth *truth, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Proof proof;
    const Bytes file = {bytes, write_game(truth, bytes)};
    assert_true(prove_questions_of(PROVE_GAME, file, (Bytes){NULL, 0}, &proof, arena, &silent));
    return proof;
}

static void examine(const GameTruth *truth, Arena *arena)
{
    const Proof proof = questions_of(truth, arena);
    answers_are_right(truth, &proof);
}

static GameTruth random_truth(unsigned seed, unsigned contents)
{
    GameTruth truth = {.seed = seed, .contents = contents};
    for (unsigned i = 0; i < GAME_QUESTIONS; i++)
        truth.readings[i] = next_random(game_readings[i]);
    return truth;
}

/* The n-th combination of readings; false after the last one. */
static bool combination(unsigned n, unsigned *readings, const unsigned *counts, unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        readings[i] = n % counts[i];
        n /= counts[i];
    }
    return !n;
}

/* With everything that decides them, and with a random part of it. */
static void every_combination_of_readings_is_named(void **state)
{
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    GameTruth truth = {0};
    for (unsigned n = 0; combination(n, truth.readings, game_readings, GAME_QUESTIONS);
         n += STRIDE) {
        arena_reset(arena);
        truth.seed = n;
        truth.contents = n % 2 ? HAS_EVERYTHING : next_random(HAS_EVERYTHING + 1);
        examine(&truth, arena);
    }
}

static void each_part_of_the_contents_decides_its_own_questions(void **state)
{
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    for (unsigned bit = 0; bit < 17; bit++)
        for (unsigned seed = 0; seed < 24; seed++) {
            GameTruth truth = random_truth(seed, 1u << bit);
            arena_reset(arena);
            examine(&truth, arena);
            truth.contents = HAS_EVERYTHING & ~(1u << bit);
            examine(&truth, arena);
        }
}

static void report_has_no_names(const Proof *proof, Arena *arena)
{
    Writer text = writer_to(arena), document = writer_to(arena);
    JsonWriter json = json_to(&document);
    proof_write(proof, &text);
    json_open(&json, NULL);
    proof_json(proof, &json);
    json_close(&json);
    json_end(&json);
    assert_null(find_part(text.data, text.size, WRITER_NAME));
    assert_null(find_part(document.data, document.size, WRITER_NAME));
    Report silent = report_to(NULL, NULL);
    assert_non_null(json_read(writer_bytes(&document), arena, &silent));
}

/* Five hundred games, as a user proves them: also built again. */
static void games_are_built_again_and_reported_without_names(void **state)
{
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    Report silent = report_to(NULL, NULL);
    for (unsigned seed = 0; seed < GAMES; seed++) {
        const GameTruth truth = random_truth(seed + 100000, next_random(HAS_EVERYTHING + 1));
        Proof proof;
        arena_reset(arena);
        const size_t size = write_game(&truth, bytes);
        assert_true(prove_file(PROVE_GAME, (Bytes){bytes, size}, (Bytes){NULL, 0}, &proof,
                               arena, &silent));
        answers_are_right(&truth, &proof);
        report_has_no_names(&proof, arena);
    }
}

/* Streams keep their own rate, so a game may have music of another rate than its header. */
static void rate_of_music_proves_nothing(void **state)
{
    Kit *kit = *state;
    for (unsigned seed = 0; seed < 20; seed++) {
        const Proof proof = questions_of(
            &(GameTruth){.seed = seed, .contents = HAS_MUSIC | HAS_RATE | HAS_OTHER_RATE},
            kit->arena);
        for (unsigned i = QUESTION_asset_stream; i < PROVE_QUESTIONS; i++)
            assert_int_equal(prove_answer(&proof, (ProveQuestion)i).result, PROVE_ABSENT);
    }
}

/* ---- faults ---- */

static const unsigned fault_questions[FAULTS] = {
    [FAULT_CRC] = GAME_CRC,
    [FAULT_BLOCK_CHECKSUM] = GAME_BLOCK_CHECKSUM,
    [FAULT_BOTH_STREAMS] = GAME_ASSET_STREAM,
    [FAULT_ASSET_TRAILER] = GAME_ASSET_STREAM,
    [FAULT_CELLS] = GAME_REPEAT_COUNT,
    [FAULT_OBJECT_SIZE] = GAME_EQUIPPED,
    [FAULT_EVENT_CATEGORY] = GAME_EVENT_OBJECT,
    [FAULT_SCRIPT_CATEGORY] = GAME_SCRIPT_OBJECT,
    [FAULT_NPC_CATEGORY] = GAME_NPC_CATEGORY,
    [FAULT_MAP_VALUES] = GAME_MAP_VALUES,
    [FAULT_JUMP] = GAME_JUMP_BASE,
    [FAULT_ELEMENTS] = GAME_ELEMENT_FONTS,
};

/* What no permitted reading explains is never taken for a proof of one. */
static void fault_is_a_contradiction(void **state)
{
    Kit *kit = *state;
    for (unsigned fault = 1; fault < FAULTS; fault++)
        for (unsigned seed = 0; seed < 60; seed++) {
            GameTruth truth = random_truth(seed, HAS_EVERYTHING);
            truth.fault = fault;
            if (fault == FAULT_BLOCK_CHECKSUM && truth.readings[GAME_BLOCK_CHECKSUM] == 2)
                truth.readings[GAME_BLOCK_CHECKSUM] = 0; /* the stream itself is damaged */
            if (fault == FAULT_CELLS)
                truth.readings[GAME_MAPS_SECTION] = 0;
            if (fault == FAULT_NPC_CATEGORY) /* in one place only */
                truth.contents &= ~(unsigned)(seed % 2 ? HAS_ACTOR : HAS_SPAWNER);
            const Proof proof = questions_of(&truth, kit->arena);
            const unsigned question = fault_questions[fault];
            const ProveAnswer answer = prove_answer(&proof, (ProveQuestion)question);
            if (answer.result != PROVE_CONTRADICTION)
                fail_msg("fault %u, seed %u: answer %d (%s)", fault, seed, answer.result,
                         answer.evidence.at);
            assert_true(answer.evidence.size > 0);
            assert_false(proof_agrees(&proof));
        }
}

/* A bit is inverted anywhere: whatever follows from it, nothing is settled. */
static void damaged_game_proves_nothing(void **state)
{
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    Report silent = report_to(NULL, NULL);
    const GameTruth truth = {.seed = 3, .contents = HAS_EVERYTHING};
    const size_t size = write_game(&truth, bytes);
    uint8_t *copy = ARENA_ALLOC(kit->arena, uint8_t, size);
    for (unsigned i = 0; i < 4000; i++) {
        const uint32_t at = 16 + next_random((uint32_t)size - 16);
        arena_reset(arena);
        memcpy(copy, bytes, size);
        copy[at] ^= (uint8_t)(1u << next_random(8));
        Proof proof;
        if (!prove_questions_of(PROVE_GAME, (Bytes){copy, size}, (Bytes){NULL, 0}, &proof,
                                arena, &silent))
            continue;
        for (unsigned k = 0; k < PROVE_QUESTIONS; k++)
            assert_int_not_equal(prove_answer(&proof, (ProveQuestion)k).result, PROVE_SETTLED);
        assert_false(proof_agrees(&proof));
    }
}

static void truncated_game_is_an_error(void **state)
{
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    const GameTruth truth = {.seed = 4, .contents = HAS_EVERYTHING};
    const size_t size = write_game(&truth, bytes);
    for (size_t i = 0; i < size; i++) {
        Proof proof;
        arena_reset(arena);
        kit_clear(kit);
        const bool read = prove_file(PROVE_GAME, (Bytes){bytes, i}, (Bytes){NULL, 0}, &proof,
                                     arena, &kit->report);
        assert_true(read ? proof.damaged : kit->messages.count == 1);
    }
}

static void encrypted_game_is_rejected(void **state)
{
    Kit *kit = *state;
    Proof proof;
    const GameTruth truth = {.contents = HAS_EVERYTHING};
    const size_t size = write_game(&truth, bytes);
    bytes[60] = 1;
    assert_false(prove_file(PROVE_GAME, (Bytes){bytes, size}, (Bytes){NULL, 0}, &proof,
                            kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "encrypted"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_combination_of_readings_is_named),
        TEST(each_part_of_the_contents_decides_its_own_questions),
        TEST(games_are_built_again_and_reported_without_names),
        TEST(rate_of_music_proves_nothing),
        TEST(fault_is_a_contradiction),
        TEST(damaged_game_proves_nothing),
        TEST(truncated_game_is_an_error),
        TEST(encrypted_game_is_rejected),
    };
    memory_tune(); /* otherwise half of the time goes into page faults */
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The prover on saved games and files of Evil Islands, and its comparison of a game with the
 * same game built again. */
#include "lib/evil_res.h"
#include "lib/foreign_game.h"
#include "lib/prove_writer.h"
#include "lib/small_game.h"

#include "studio/prove/prove.h"

static const Bytes nothing = {NULL, 0};

static ProveReading first_reading(unsigned question)
{
    unsigned i = 0;
    while (prove_readings[i].question != question)
        i++;
    return (ProveReading)i;
}

/* ---- saved games ---- */

static ProveResult if_has(unsigned contents, unsigned wanted)
{
    return (contents & wanted) == wanted ? PROVE_SETTLED : PROVE_ABSENT;
}

static ProveResult expected_save(const unsigned *readings, unsigned contents, unsigned question)
{
    const bool user = contents & SAVE_HAS_USER;
    switch ((SaveQuestion)question) {
    case SAVE_STREAM:
    case SAVE_CHECKSUM:
        return PROVE_SETTLED;
    case SAVE_MAP:
        return user || contents & SAVE_HAS_MAP ? PROVE_SETTLED : PROVE_ABSENT;
    case SAVE_POSITION: /* each position in cells is also one in pixels */
        return !user                                                     ? PROVE_ABSENT
               : contents & SAVE_HAS_FAR && readings[SAVE_POSITION] == 0 ? PROVE_SETTLED
                                                                         : PROVE_OPEN;
    case SAVE_OBJECT: /* each position of an object is also the number of a sprite */
        return !user || !(contents & SAVE_HAS_ITEMS)                    ? PROVE_ABSENT
               : contents & SAVE_HAS_HIGH && readings[SAVE_OBJECT] == 0 ? PROVE_SETTLED
                                                                        : PROVE_OPEN;
    case SAVE_NPC:
        return if_has(contents, SAVE_HAS_NPC);
    case SAVE_SPAWNER:
        return if_has(contents, SAVE_HAS_NPC | SAVE_HAS_SPAWNED);
    case SAVE_QUEST:
        return if_has(contents, SAVE_HAS_USER | SAVE_HAS_QUEST);
    case SAVE_QUESTIONS:
        break;
    }
    return PROVE_CONTRADICTION;
}

static void save_is_answered(const unsigned *readings, unsigned contents, Bytes game, Kit *kit,
                             Arena *arena)
{
    static uint8_t save[WRITER_MAX];
    Proof proof;
    const size_t size = write_save(readings, contents, save);
    if (!prove_file(PROVE_SAVE, (Bytes){save, size}, game, &proof, arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    for (unsigned i = 0; i < SAVE_QUESTIONS; i++) {
        const unsigned question = QUESTION_save_stream + i;
        const ProveReading right = (ProveReading)(first_reading(question) + readings[i]);
        const ProveAnswer answer = prove_answer(&proof, (ProveQuestion)question);
        const ProveResult expected =
            !game.size && i >= SAVE_MAP ? PROVE_ABSENT : expected_save(readings, contents, i);
        assert_false(proof.findings[right].refuted);
        if (answer.result != expected)
            fail_msg("%s, contents %x: answer %d, expected %d (%s)",
                     prove_questions[question].id, contents, answer.result, expected,
                     answer.evidence.at);
        if (answer.result == PROVE_SETTLED)
            assert_int_equal(answer.reading, right);
    }
    assert_int_equal(proof.misfits, 0);
}

static void every_combination_of_a_save_is_named(void **state)
{
    static uint8_t game[WRITER_MAX];
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    const Bytes file = {game, write_game_of_saves(game)};
    unsigned readings[SAVE_QUESTIONS], n = 0;
    for (bool more = true; more; n++) {
        unsigned rest = n;
        for (unsigned i = 0; i < SAVE_QUESTIONS; rest /= save_readings[i++])
            readings[i] = rest % save_readings[i];
        more = !rest;
        for (unsigned i = 0; more && i < 4; i++) {
            arena_reset(arena);
            save_is_answered(readings, i ? next_random(SAVE_EVERYTHING + 1) : SAVE_EVERYTHING,
                             i == 3 ? nothing : file, kit, arena);
        }
    }
    assert_int_equal(n, 2 * 3 * 2 * 2 * 2 * 2 * 2 * 2 + 1);
}

/* A bit that belongs to no number, such as those after the last code of a stream, does no harm.
 */
static void damaged_save_proves_nothing_else(void **state)
{
    static uint8_t game[WRITER_MAX], save[WRITER_MAX];
    Kit *kit = *state;
    Arena *arena = arena_new_within(kit->arena);
    const unsigned readings[SAVE_QUESTIONS] = {0};
    const Bytes file = {game, write_game_of_saves(game)};
    const size_t size = write_save(readings, SAVE_EVERYTHING & ~SAVE_HAS_PREVIEW, save);
    size_t harmless = 0;
    for (size_t at = 32; at < size; at++) {
        Proof proof;
        arena_reset(arena);
        save[at] ^= 4;
        if (prove_file(PROVE_SAVE, (Bytes){save, size}, file, &proof, arena, &kit->report)) {
            harmless += !proof.damaged;
            for (unsigned k = QUESTION_save_map; proof.damaged && k <= QUESTION_save_quest; k++)
                assert_int_not_equal(prove_answer(&proof, (ProveQuestion)k).result,
                                     PROVE_SETTLED);
        }
        save[at] ^= 4;
    }
    assert_true(harmless < 8);
}

/* 200 saved games unpacked the game 200 times. Here, the assets are destroyed after the first
 * time. */
static void game_is_examined_once_for_many_saves(void **state)
{
    static uint8_t game[WRITER_MAX], save[WRITER_MAX];
    Kit *kit = *state;
    const unsigned readings[SAVE_QUESTIONS] = {0};
    const Bytes file = {game, write_game_of_saves(game)};
    const ProveGameFile known = prove_game_file(file, kit->arena);
    const size_t size = write_save(readings, SAVE_EVERYTHING, save);
    assert_non_null(known.game);
    memset(game + file.size - 40, 0, 40);
    for (unsigned i = 0; i < 3; i++) {
        Proof proof;
        assert_true(
            prove_save_file((Bytes){save, size}, &known, &proof, kit->arena, &kit->report));
        assert_int_equal(prove_answer(&proof, QUESTION_save_npc).result, PROVE_SETTLED);
    }
    const ProveGameFile again = prove_game_file(file, kit->arena);
    assert_null(again.game);
    assert_int_not_equal(again.error.size, 0);
}

/* It was probably saved by this program, with the numbers that this program gives. */
static void save_of_our_game_proves_nothing(void **state)
{
    static uint8_t save[WRITER_MAX];
    Kit *kit = *state;
    Proof proof;
    const unsigned readings[SAVE_QUESTIONS] = {0};
    const size_t size = write_save(readings, SAVE_EVERYTHING, save);
    assert_true(prove_file(PROVE_SAVE, (Bytes){save, size}, small_game(kit), &proof, kit->arena,
                           &kit->report));
    assert_false(proof.own);
    for (unsigned k = QUESTION_save_stream; k <= QUESTION_save_quest; k++) {
        const ProveAnswer answer = prove_answer(&proof, (ProveQuestion)k);
        assert_int_equal(answer.result, k < QUESTION_save_map ? PROVE_OPEN : PROVE_ABSENT);
        assert_non_null(strstr(answer.evidence.at, "this program wrote the game"));
    }
    Writer report = writer_to(kit->arena);
    proof_write(&proof, &report);
    assert_non_null(strstr(arena_text(kit->arena, writer_text(&report)).at,
                           "This program wrote the game, and perhaps the saved game"));
}

/* Its numbers may be those of other things. */
static void save_of_another_build_proves_no_numbers(void **state)
{
    static uint8_t game[WRITER_MAX], save[WRITER_MAX];
    Kit *kit = *state;
    Proof proof;
    const unsigned readings[SAVE_QUESTIONS] = {0};
    const Bytes file = {game, write_game_of_saves(game)};
    const size_t size = write_save(readings, SAVE_EVERYTHING | SAVE_HAS_OTHER_ATTRIBUTES, save);
    assert_true(
        prove_file(PROVE_SAVE, (Bytes){save, size}, file, &proof, kit->arena, &kit->report));
    assert_int_equal(prove_answer(&proof, QUESTION_save_stream).result, PROVE_SETTLED);
    for (unsigned k = QUESTION_save_map; k <= QUESTION_save_quest; k++)
        assert_int_not_equal(prove_answer(&proof, (ProveQuestion)k).result, PROVE_SETTLED);
}

/* ---- files of Evil Islands ---- */

static ProveAnswer answer_of(Kit *kit, ProveKind kind, const Writer *file,
                             ProveQuestion question)
{
    Proof proof;
    if (!prove_file(kind, writer_bytes(file), nothing, &proof, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return prove_answer(&proof, question);
}

static void put_camera(Writer *out, uint32_t time, uint32_t step)
{
    write_u32(out, time);
    write_u32(out, step);
    write_zeros(out, 28);
}

static void numbers_of_a_camera_are_floats_or_integers(void **state)
{
    Kit *kit = *state;
    static const struct {
        uint32_t time, step;
        ProveResult result;
        ProveReading reading;
    } cases[] = {
        {0, 0, PROVE_ABSENT, 0},
        {0x3F800000, 0, PROVE_SETTLED, READING_camera_numbers_float},
        {0xBF800000, 0x3C23D70A, PROVE_SETTLED, READING_camera_numbers_float},
        {0x80000000, 0, PROVE_ABSENT, 0},                                      /* -0 */
        {0x80000000, 0x29E12E13, PROVE_SETTLED, READING_camera_numbers_float}, /* 1e-13 */
        {40, 0, PROVE_SETTLED, READING_camera_numbers_integer},
        {86400000, 1, PROVE_SETTLED, READING_camera_numbers_integer},
        {0x3F800000, 40, PROVE_CONTRADICTION, 0},
        {0x7FC00000, 0, PROVE_CONTRADICTION, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Writer file = writer_to(kit->arena);
        put_camera(&file, 0, 0);
        put_camera(&file, cases[i].time, cases[i].step);
        const ProveAnswer answer = answer_of(kit, PROVE_CAMERA, &file, QUESTION_camera_numbers);
        assert_int_equal(answer.result, cases[i].result);
        if (answer.result == PROVE_SETTLED)
            assert_int_equal(answer.reading, cases[i].reading);
    }
}

static void put_animation(Writer *out, uint32_t frames)
{
    write_u32(out, 1);
    write_zeros(out, 16);
    write_u32(out, 1);
    write_zeros(out, 12);
    write_u32(out, frames);
}

static void end_of_an_animation_is_seen_without_morph_frames(void **state)
{
    Kit *kit = *state;
    Writer missing = writer_to(kit->arena), there = writer_to(kit->arena);
    Writer frames = writer_to(kit->arena), longer = writer_to(kit->arena);
    put_animation(&missing, 0);
    put_animation(&there, 0);
    write_u32(&there, 0);
    put_animation(&frames, 2);
    write_u32(&frames, 1);
    write_zeros(&frames, 24);
    put_animation(&longer, 0);
    write_zeros(&longer, 8);
    ProveAnswer answer = answer_of(kit, PROVE_ANIMATION, &missing, QUESTION_animation_end);
    assert_int_equal(answer.result, PROVE_SETTLED);
    assert_int_equal(answer.reading, READING_animation_end_optional);
    answer = answer_of(kit, PROVE_ANIMATION, &there, QUESTION_animation_end);
    assert_int_equal(answer.result, PROVE_OPEN);
    answer = answer_of(kit, PROVE_ANIMATION, &frames, QUESTION_animation_end);
    assert_int_equal(answer.result, PROVE_ABSENT);
    answer = answer_of(kit, PROVE_ANIMATION, &longer, QUESTION_animation_end);
    assert_int_equal(answer.result, PROVE_CONTRADICTION);
}

/* 4 x 4 pixels; the words of the pixels are given. */
static void put_texture(Writer *out, uint32_t levels, uint32_t bits, const uint32_t *words,
                        size_t count)
{
    write_bytes(out, (Bytes){(const uint8_t *)"MMP", 4});
    write_u32(out, 4);
    write_u32(out, 4);
    write_u32(out, levels);
    write_bytes(out, (Bytes){(const uint8_t *)"PNT3", 4});
    write_u32(out, bits);
    write_zeros(out, 52);
    for (size_t i = 0; i < count; i++)
        write_u32(out, words[i]);
}

static void sizes_and_ends_of_textures_are_named(void **state)
{
    Kit *kit = *state;
    static const uint32_t kept[] = {48, ~0u, ~0u, ~0u, ~0u}, lost[] = {64, ~0u};
    static const uint32_t run[] = {~0u, 60}, wrong[] = {20, ~0u};
    const struct {
        const uint32_t *words;
        size_t count;
        ProveResult result;
        ProveReading reading;
    } ends[] = {
        {kept, 5, PROVE_SETTLED, READING_texture_end_kept},
        {lost, 2, PROVE_SETTLED, READING_texture_end_lost},
        {run, 2, PROVE_ABSENT, 0},
        {wrong, 2, PROVE_CONTRADICTION, 0},
    };
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        for (unsigned in_bits = 0; in_bits < 2; in_bits++) {
            const uint32_t size = (uint32_t)ends[i].count * 4;
            Writer file = writer_to(kit->arena);
            put_texture(&file, in_bits ? 1 : size, in_bits ? size : 32, ends[i].words,
                        ends[i].count);
            ProveAnswer answer = answer_of(kit, PROVE_TEXTURE, &file, QUESTION_texture_end);
            assert_int_equal(answer.result, ends[i].result);
            if (answer.result == PROVE_SETTLED)
                assert_int_equal(answer.reading, ends[i].reading);
            answer = answer_of(kit, PROVE_TEXTURE, &file, QUESTION_texture_size);
            assert_int_equal(answer.result, PROVE_SETTLED);
            assert_int_equal(answer.reading,
                             in_bits ? READING_texture_size_bits : READING_texture_size_levels);
        }
}

static void files_of_an_archive_are_proved_together(void **state)
{
    Kit *kit = *state;
    Writer camera = writer_to(kit->arena), walk = writer_to(kit->arena);
    Writer run = writer_to(kit->arena), texture = writer_to(kit->arena);
    static const uint32_t words[] = {48, ~0u, ~0u, ~0u, ~0u};
    put_camera(&camera, 0x3F800000, 0);
    put_animation(&walk, 0);
    put_animation(&run, 0);
    write_u32(&run, 0);
    put_texture(&texture, sizeof words, 32, words, COUNT_OF(words));
    const char *const bones[] = {"hp", "bd"}, *const clips[] = {"cwalk"};
    const Bytes tracks[] = {writer_bytes(&walk), writer_bytes(&run)};
    const Bytes clip[] = {res_of(kit, bones, tracks, 2)};
    const Bytes body = res_of(kit, clips, clip, 1);
    const char *const names[] = {"intro.cam", "hero.anm", "sky.mmp", "readme.txt"};
    const Bytes files[] = {writer_bytes(&camera), body, writer_bytes(&texture),
                           BYTES('h', 'i')};
    ProveMembers members;
    assert_true(prove_archive(TEXT("all.res"), res_of(kit, names, files, 4), &members,
                              kit->arena, &kit->report));
    const Proof *proofs = members.proofs;
    assert_true(members.has[PROVE_CAMERA] && members.has[PROVE_ANIMATION] &&
                members.has[PROVE_TEXTURE] && !members.has[PROVE_GAME]);
    assert_int_equal(proofs[PROVE_ANIMATION].files, 2);
    assert_int_equal(prove_answer(&proofs[PROVE_CAMERA], QUESTION_camera_numbers).reading,
                     READING_camera_numbers_float);
    assert_int_equal(prove_answer(&proofs[PROVE_TEXTURE], QUESTION_texture_end).reading,
                     READING_texture_end_kept);
    /* One track has the number, the other one does not. */
    const ProveAnswer end = prove_answer(&proofs[PROVE_ANIMATION], QUESTION_animation_end);
    assert_int_equal(end.result, PROVE_SETTLED);
    assert_int_equal(end.reading, READING_animation_end_optional);
    assert_true(prove_archive(TEXT("hero.anm"), body, &members, kit->arena, &kit->report));
    assert_int_equal(members.proofs[PROVE_ANIMATION].files, 2);
    assert_false(prove_archive(TEXT("x.res"), res_of(kit, names + 3, files + 3, 1), &members,
                               kit->arena, &kit->report));
}

/* ---- games built again ---- */

static const Proof *proof_of(Kit *kit, Bytes file)
{
    Proof *proof = ARENA_ALLOC(kit->arena, Proof, 1);
    if (!prove_file(PROVE_GAME, file, nothing, proof, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return proof;
}

static void own_game_proves_nothing(void **state)
{
    Kit *kit = *state;
    const Proof *proof = proof_of(kit, small_game(kit));
    assert_true(proof->own);
    for (unsigned i = 0; i < PROVE_QUESTIONS; i++)
        assert_int_not_equal(prove_answer(proof, (ProveQuestion)i).result, PROVE_SETTLED);
    assert_true(proof->built);
    for (size_t i = 0; i < proof->section_count; i++)
        assert_int_equal(proof->sections[i].same, PROVE_SAME_BYTES);
    assert_true(proof_agrees(proof));
}

static const ProveSection *section_of(const Proof *proof, unsigned type)
{
    for (size_t i = 0; i < proof->section_count; i++)
        if (proof->sections[i].type == type)
            return &proof->sections[i];
    return NULL;
}

/* Another tool has compressed it again. */
static void names_for_unpack_mark_an_own_game(void **state)
{
    Kit *kit = *state;
    TngFile game;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    const Bytes named = foreign_game(&game, FOREIGN_BLOCK, 2, kit->arena, &kit->report);
    assert_true(proof_of(kit, named)->own);
    const Bytes stripped =
        foreign_game(&game, FOREIGN_BLOCK | FOREIGN_STRIP, 2, kit->arena, &kit->report);
    assert_false(proof_of(kit, stripped)->own);
}

static void game_of_another_writer_has_the_same_content(void **state)
{
    static const unsigned features[] = {
        FOREIGN_BLOCK,   FOREIGN_ASSETS, FOREIGN_PACKETS, FOREIGN_COPIES,
        FOREIGN_STRINGS, FOREIGN_ORDER,  FOREIGN_RECORDS, FOREIGN_EQUIPPED,
    };
    Kit *kit = *state;
    TngFile game;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    for (size_t i = 0; i < COUNT_OF(features); i++) {
        const Bytes file =
            foreign_game(&game, features[i] | FOREIGN_STRIP, 11, kit->arena, &kit->report);
        const Proof *proof = proof_of(kit, file);
        assert_false(proof->own);
        assert_true(proof->built);
        for (size_t k = 0; k < proof->section_count; k++)
            if (proof->sections[k].same == PROVE_DIFFERENT)
                fail_msg("features %u: %s differs in %zu from byte %llu", features[i],
                         proof->sections[k].title, proof->sections[k].asset,
                         (unsigned long long)proof->sections[k].difference);
    }
}

/* A section that was not compared may differ. */
static void game_that_was_not_compared_does_not_agree(void **state)
{
    Kit *kit = *state;
    Proof proof = *proof_of(kit, small_game(kit));
    assert_true(proof_agrees(&proof));
    proof.sections[0].same = PROVE_NOT_COMPARED;
    assert_false(proof_agrees(&proof));
}

/* The two reserved bytes of the header are lost. */
static void changed_header_is_a_difference(void **state)
{
    enum { RESERVED_AT = 46, CRC_AT = 56 };
    Kit *kit = *state;
    TngFile read;
    assert_true(tng_read(small_game(kit), &read, kit->arena, &kit->report));
    const Bytes game = foreign_game(&read, FOREIGN_STRIP, 1, kit->arena, &kit->report);
    uint8_t *bytes = ARENA_ALLOC(kit->arena, uint8_t, game.size);
    memcpy(bytes, game.data, game.size);
    bytes[RESERVED_AT] = 1;
    const uint32_t crc = tng_crc((Bytes){bytes, game.size});
    memcpy(bytes + CRC_AT, &crc, sizeof crc);
    const Proof *proof = proof_of(kit, (Bytes){bytes, game.size});
    assert_int_equal(proof->header_difference, RESERVED_AT);
    assert_false(proof->own);
    assert_false(proof_agrees(proof));
}

/* A build does not keep what a later version of the format has added. */
static void lost_bytes_are_a_difference(void **state)
{
    Kit *kit = *state;
    TngFile game;
    assert_true(tng_read(small_game(kit), &game, kit->arena, &kit->report));
    const Bytes file = foreign_game(&game, FOREIGN_TRAILING, 3, kit->arena, &kit->report);
    const Proof *proof = proof_of(kit, file);
    const ProveSection *hud = section_of(proof, SECTION_HUD);
    assert_int_equal(hud->same, PROVE_DIFFERENT);
    assert_int_equal(hud->difference, 51); /* the header of the section */
    assert_true(proof->misfits > 0);
    assert_false(proof_agrees(proof));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_combination_of_a_save_is_named),
        TEST(damaged_save_proves_nothing_else),
        TEST(game_is_examined_once_for_many_saves),
        TEST(save_of_our_game_proves_nothing),
        TEST(save_of_another_build_proves_no_numbers),
        TEST(numbers_of_a_camera_are_floats_or_integers),
        TEST(end_of_an_animation_is_seen_without_morph_frames),
        TEST(sizes_and_ends_of_textures_are_named),
        TEST(files_of_an_archive_are_proved_together),
        TEST(own_game_proves_nothing),
        TEST(names_for_unpack_mark_an_own_game),
        TEST(game_of_another_writer_has_the_same_content),
        TEST(game_that_was_not_compared_does_not_agree),
        TEST(changed_header_is_a_difference),
        TEST(lost_bytes_are_a_difference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

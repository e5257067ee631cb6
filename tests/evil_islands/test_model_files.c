/* evil_islands/models/lnk bon fig anm: ten thousand of each, made by chance, odd ones too. */
#include "lib/kit.h"

#include "kit/formats/format.h"

enum { ROUNDS = 10000 };

static void put_floats(Writer *out, size_t count)
{
    static const uint32_t odd[] = {0x7FC00000, 0xFF800000, 0x80000000, 1, 0x7F800001};
    for (size_t i = 0; i < count; i++)
        if (next_random(20))
            write_u32(out, 0x3F000000 + next_random(1 << 24));
        else
            write_u32(out, odd[next_random(COUNT_OF(odd))]);
}

static void put_text(Writer *out, bool ended)
{
    const uint32_t size = next_random(6);
    write_u32(out, size + ended);
    for (uint32_t i = 0; i < size; i++)
        write_u8(out, (uint8_t)(next_random(8) ? 'a' + next_random(26) : next_random(256)));
    write_zeros(out, ended);
}

static void make_lnk(Writer *out)
{
    const uint32_t count = next_random(5);
    write_u32(out, count);
    for (uint32_t i = 0; i < count; i++) {
        put_text(out, next_random(4) != 0);
        put_text(out, next_random(4) != 0);
    }
}

static void make_bon(Writer *out)
{
    put_floats(out, 3 * (size_t)(next_random(3) ? 8 : next_random(5)));
}

static void make_fig(Writer *out)
{
    const uint32_t n = next_random(4) ? 8 : 1 + next_random(8);
    const uint32_t blocks = next_random(3), normals = next_random(3), uvs = next_random(4);
    const uint32_t indices = next_random(7), corners = next_random(4), morphs = next_random(4);
    const uint32_t numbers[] = {
        blocks, normals, uvs, indices, corners, morphs, 0, 17 + next_random(8), next_random(3)};
    write_text(out, TEXT("FIG"));
    write_u8(out, (uint8_t)('0' + n));
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        write_u32(out, numbers[i]);
    put_floats(out, 10 * (size_t)n + 12 * (size_t)n * blocks + 16 * (size_t)normals + 2 * uvs);
    for (uint32_t i = 0; i < indices + 3 * corners + 2 * morphs; i++)
        write_u16(out, (uint16_t)next_random(next_random(5) ? 4 : 65536));
}

/* Without a magic: group, texture number and bounds of six variants, then lists after their
 * numbers, indices last. */
static void make_old_fig(Writer *out)
{
    const uint32_t blocks = next_random(3), normals = next_random(3), uvs = next_random(4);
    const uint32_t faces = next_random(3), shorts[] = {3, 2, 1};
    write_u32(out, 17 + next_random(8));
    write_u32(out, next_random(3));
    put_floats(out, 60);
    write_u32(out, blocks);
    put_floats(out, 72 * (size_t)blocks);
    write_u32(out, normals);
    put_floats(out, 16 * (size_t)normals);
    write_u32(out, uvs);
    put_floats(out, 2 * (size_t)uvs);
    write_u32(out, faces);
    put_floats(out, 13 * (size_t)faces);
    for (size_t i = 0; i < COUNT_OF(shorts); i++) {
        const uint32_t count = next_random(5);
        write_u32(out, count);
        for (uint32_t k = 0; k < shorts[i] * count; k++)
            write_u16(out, (uint16_t)next_random(next_random(5) ? 4 : 65536));
    }
}

static void make_anm(Writer *out)
{
    const uint32_t turns = next_random(4), shifts = next_random(4), frames = next_random(3);
    const uint32_t vertices = next_random(4);
    write_u32(out, turns);
    put_floats(out, 4 * (size_t)turns);
    write_u32(out, shifts);
    put_floats(out, 3 * (size_t)shifts);
    write_u32(out, frames);
    if (frames || next_random(2))
        write_u32(out, vertices);
    put_floats(out, 3 * (size_t)frames * vertices);
}

static void rounds(const char *name, void (*make)(Writer *out))
{
    Arena *arena = arena_new();
    const Format *format = format_named(text_of(name)), *found;
    for (unsigned round = 0; round < ROUNDS; round++) {
        Report report = report_to(NULL, NULL);
        Writer file = writer_to(arena), json = writer_to(arena);
        Bytes back = {0};
        make(&file);
        if (!format_to_json(format, writer_bytes(&file), true, &json, arena, &report) ||
            !format_from_json(writer_bytes(&json), &back, &found, arena, &report) ||
            !bytes_equal(back, writer_bytes(&file)))
            fail_msg("%s %u: not the same", name, round);
        format_check(format, writer_bytes(&file), arena, &report);
        arena_reset(arena);
    }
    arena_free(arena);
}

static void ten_thousand_lnk_files_survive_json(void **state)
{
    (void)state;
    rounds("lnk", make_lnk);
}

static void ten_thousand_bon_files_survive_json(void **state)
{
    (void)state;
    rounds("bon", make_bon);
}

static void ten_thousand_fig_files_survive_json(void **state)
{
    (void)state;
    rounds("fig", make_fig);
}

static void ten_thousand_old_fig_files_survive_json(void **state)
{
    (void)state;
    rounds("fig", make_old_fig);
}

static void ten_thousand_anm_files_survive_json(void **state)
{
    (void)state;
    rounds("anm", make_anm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_lnk_files_survive_json),
        cmocka_unit_test(ten_thousand_bon_files_survive_json),
        cmocka_unit_test(ten_thousand_fig_files_survive_json),
        cmocka_unit_test(ten_thousand_old_fig_files_survive_json),
        cmocka_unit_test(ten_thousand_anm_files_survive_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

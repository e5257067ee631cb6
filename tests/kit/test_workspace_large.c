/* Workspaces with files of real sizes: from FILE_MAPPED_FROM (64 KiB) on a file is mapped, not
 * read, and pack once used such bytes after their arena was freed. */
#include "lib/cli.h"
#include "lib/evil_reg.h"
#include "lib/evil_res.h"

enum { KIB = 1024 };
static const size_t sizes[] = {63 * KIB, 64 * KIB, 65 * KIB, 5 * 1024 * KIB};

static Bytes noise(Arena *arena, size_t size, uint32_t seed)
{
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        data[i] = (uint8_t)(seed >> 24);
    }
    return (Bytes){data, size};
}

/* Printable ASCII: its open form is a text. */
static Bytes prose(Arena *arena, size_t size, uint32_t seed)
{
    const Bytes bytes = noise(arena, size, seed);
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes.data)[i] = i % 64 == 63 ? '\n' : (uint8_t)('a' + bytes.data[i] % 26);
    return bytes;
}

/* An archive with a text, a setting and an opaque member of each size, an archive in it, a
 * loose file of each size. `count` more small members make the recipe itself large. */
static void make_game(Cli *cli, size_t count)
{
    Kit *kit = kit_new();
    Arena *arena = kit->arena;
    const char **names = ARENA_ALLOC(arena, const char *, count + 3 * COUNT_OF(sizes) + 2);
    Bytes *contents = ARENA_ALLOC(arena, Bytes, count + 3 * COUNT_OF(sizes) + 2);
    const char *inner_names[COUNT_OF(sizes)];
    Bytes inner[COUNT_OF(sizes)];
    size_t n = 0;
    assert_int_equal(sh(cli, "mkdir -p game/sub"), 0);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        const uint32_t seed = (uint32_t)i;
        inner_names[i] = names[n] = arena_format(arena, "noise%zu.bin", i).at;
        inner[i] = contents[n++] = noise(arena, sizes[i], 7 + seed);
        names[n] = arena_format(arena, "prose%zu.txt", i).at;
        contents[n++] = prose(arena, sizes[i], 70 + seed);
        cli_put(cli, arena_format(arena, "game/sub/loose%zu.bin", i).at,
                noise(arena, sizes[i], 700 + seed));
        cli_put(cli, arena_format(arena, "game/loose%zu.txt", i).at,
                prose(arena, sizes[i], 7000 + seed));
    }
    names[n] = "inner.res";
    contents[n++] = res_of(kit, inner_names, inner, COUNT_OF(sizes));
    names[n] = "small.reg";
    contents[n++] = small_reg(kit);
    for (size_t i = 0; i < count; i++) {
        names[n] =
            arena_format(arena, "folder%zu\\a_member_with_a_long_name_%05zu", i % 40, i).at;
        contents[n++] = prose(arena, 20 + i % 50, (uint32_t)i);
    }
    cli_put(cli, "game/data.res", res_of(kit, names, contents, n));
    expect(cli, 0, "find game -type f | xargs touch -d @972518400 && cp -a game was");
    kit_free(kit);
}

static void pack_both_ways(Cli *cli, const char *work)
{
    for (int jobs = 1; jobs <= 4; jobs += 3) {
        expect(cli, 0,
               arena_format(cli->arena, "oisin pack %s -o game --jobs %d", work, jobs).at);
        expect(cli, 0,
               arena_format(cli->arena,
                            "oisin pack %s -o new%d --jobs %d && diff -r game new%d", work,
                            jobs, jobs, jobs)
                   .at);
        expect(cli, 0, "rm -rf new1 new4");
    }
}

static void an_unedited_workspace_of_large_files_packs_to_the_same_bytes(void **state)
{
    Cli *cli = *state;
    make_game(cli, 1500);
    expect(cli, 0, "oisin unpack game -o work --recursive --open");
    expect(cli, 0, "test $(wc -c < work/data.res/.oisin.json) -gt 262144");
    pack_both_ways(cli, "work");
    expect(cli, 0, "diff -r game was");
}

static void edited_large_files_are_packed_and_others_unchanged(void **state)
{
    Cli *cli = *state;
    make_game(cli, 1500);
    expect(cli, 0, "oisin unpack game -o work --recursive --open");
    expect(cli, 0, "cp -a work/data.res expected; rm expected/.oisin.json");
    /* A large text, a large opaque member, one in the inner archive and a loose one are edited;
     * new files of each size come in. */
    expect(cli, 0,
           "for f in data.res/prose3.txt data.res/noise1.bin data.res/inner.res/noise2.bin "
           "loose1.txt sub/loose2.bin; do echo more >> work/$f; done");
    expect(cli, 0,
           "for i in 0 1 2 3; do cp game/sub/loose$i.bin work/data.res/new$i.bin; "
           "cp game/sub/loose$i.bin work/data.res/inner.res/new$i.bin; "
           "cp game/sub/loose$i.bin work/extra$i.bin; done");
    pack_both_ways(cli, "work");
    expect(cli, 0,
           "oisin unpack game -o again --recursive --open && rm -rf again/.oisin && "
           "cp -a work plain && rm -rf plain/.oisin && "
           "diff -r -x .oisin.json again plain");
    expect(cli, 0,
           "oisin unpack game/data.res -o members && oisin unpack was/data.res -o before");
    expect(cli, 0,
           "for f in noise0.bin noise2.bin noise3.bin prose0.txt prose1.txt prose2.txt "
           "small.reg folder3/a_member_with_a_long_name_00003; do "
           "cmp members/$f before/$f || exit 1; done");
    expect(cli, 1, "cmp members/prose3.txt before/prose3.txt");
}

/* The manifest of an opened member has the hash of the bytes that it must become again. */
static void a_member_that_would_change_unedited_stops_the_pack(void **state)
{
    Cli *cli = *state;
    make_game(cli, 0);
    expect(cli, 0, "oisin unpack game -o work --open");
    expect(cli, 0,
           "grep -q '\"hash\"' work/.oisin/workspace.json && echo edit >> "
           "work/data.res/prose0.txt");
    /* Same size and time, other content: the edit is not seen, so it must not slip in. */
    expect(cli, 0,
           "f=work/data.res/prose1.txt; cp -p $f keep; tr a b < keep > $f; "
           "touch -r keep $f");
    expect(cli, 1, "oisin pack work -o game");
    if (!strstr(content(cli, "err"), "prose1.txt was not edited"))
        fail_msg("%s", content(cli, "err"));
    expect(cli, 0, "diff -r game was");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_unedited_workspace_of_large_files_packs_to_the_same_bytes),
        TEST(edited_large_files_are_packed_and_others_unchanged),
        TEST(a_member_that_would_change_unedited_stops_the_pack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

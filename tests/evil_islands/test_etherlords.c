/* Archives and animations of Etherlords II. */
#include "lib/cli.h"

#include "evil_islands/archives/res.h"
#include "kit/formats/format.h"

static const struct {
    const char *name, *content;
} members[] = {{"models\\a.mod", "the model"}, {"b.txt", "a text"}, {"empty", ""}};

/* Written after the document that res.h names: 18 bytes for each member. */
static Bytes archive(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    size_t offsets[COUNT_OF(members)], names = 0;
    write_zeros(&out, 16);
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        offsets[i] = out.size;
        write_text(&out, text_of(members[i].content));
        write_zeros(&out, (16 - out.size % 16) % 16);
    }
    const size_t table = out.size;
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        write_u32(&out, i == 1 ? 2 : UINT32_MAX);
        write_u32(&out, (uint32_t)strlen(members[i].content));
        write_u16(&out, (uint16_t)strlen(members[i].name));
        write_u32(&out, (uint32_t)offsets[i]);
        write_u32(&out, (uint32_t)names);
        names += strlen(members[i].name);
    }
    for (size_t i = 0; i < COUNT_OF(members); i++)
        write_text(&out, text_of(members[i].name));
    write_uint_at(&out, 0, 0x019CE23D, 4);
    write_uint_at(&out, 4, COUNT_OF(members), 4);
    write_uint_at(&out, 8, table, 4);
    write_uint_at(&out, 12, names, 4);
    return writer_bytes(&out);
}

static void members_are_read(void **state)
{
    Kit *kit = *state;
    Res res;
    assert_true(res_read(archive(kit), &res, kit->arena, &kit->report));
    assert_int_equal(res.count, COUNT_OF(members));
    assert_true(res.etherlords);
    for (size_t i = 0; i < res.count; i++) {
        assert_true(text_is(res.entries[i].name, members[i].name));
        assert_true(text_is(text_of_bytes(res.entries[i].data), members[i].content));
        assert_int_equal(res.entries[i].time, 0);
    }
}

/* The chain of the second member is not that of Evil Islands. */
static void the_chains_are_kept_and_not_judged(void **state)
{
    Kit *kit = *state;
    const Bytes file = archive(kit);
    Res res;
    Bytes back;
    assert_true(res_check(file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    assert_true(archive_exact(&res_archive, &res, file));
    assert_true(res_write(&res, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void json_brings_the_same_bytes_back(void **state)
{
    Kit *kit = *state;
    const Bytes file = archive(kit);
    const Format *format;
    Writer json = writer_to(kit->arena);
    Bytes back;
    assert_ptr_equal(format_of(TEXT("x"), file), format_named(TEXT("res")));
    assert_true(
        format_to_json(format_named(TEXT("res")), file, true, &json, kit->arena, &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
    assert_true(
        format_from_json(writer_bytes(&json), &back, &format, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void truncated_archives_are_rejected(void **state)
{
    Kit *kit = *state;
    const Bytes file = archive(kit);
    for (size_t size = 0; size < file.size; size++) {
        kit_clear(kit);
        assert_false(res_check(bytes_slice(file, 0, size), kit->arena, &kit->report));
        assert_true(kit->messages.count >= 1);
    }
}

static void members_are_unpacked_and_packed(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "a.res", archive(kit));
    expect(cli, 0,
           "oisin unpack a.res -o u && printf 'the model' | cmp - u/models/a.mod && "
           "oisin pack u -o b.res && cmp a.res b.res");
    /* Edited, the table stays; a new name needs a new one. */
    expect(cli, 0, "printf 'another' >u/b.txt && oisin pack u -o c.res 2>e && ! test -s e");
    expect(cli, 0,
           "printf 1 >u/new && oisin pack u -o d.res 2>e && "
           "grep -q 'the hash of Etherlords II is not known' e && "
           "head -c1 d.res | od -tx1 | grep -q 3d");
    kit_free(kit);
}

/* These bytes are not an animation of Evil Islands, so the format must be given. */
static void an_animation_needs_its_format(void **state)
{
    Cli *cli = *state;
    const char *line = "cp %s/fuzz/corpus/anm2/morphs bd.anm && oisin convert --format anm2 "
                       "bd.anm -o bd.json && grep -q '\"rotation_count\": 2' bd.json && "
                       "oisin convert bd.json -o back.anm2 && cmp bd.anm back.anm2 && "
                       "oisin check --format anm2 bd.anm";
    char *root = realpath(".", NULL);
    assert_non_null(root);
    expect(cli, 0, arena_format(cli->arena, line, root).at);
    free(root);
    expect(cli, 1, "oisin check bd.anm");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
#define C(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        T(members_are_read),
        T(the_chains_are_kept_and_not_judged),
        T(json_brings_the_same_bytes_back),
        T(truncated_archives_are_rejected),
        C(members_are_unpacked_and_packed),
        C(an_animation_needs_its_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

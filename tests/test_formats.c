/* What holds for every format of the registry, on a sample of each. A new format
 * is a row here, and gets all of these tests. */
#include "lib/format_samples.h"

static void every_format_has_a_sample(void **state)
{
    (void)state;
    for (const Format *format = formats; format->name; format++) {
        bool found = false;
        for (size_t i = 0; i < FORMAT_SAMPLES; i++)
            found |= !strcmp(format_samples[i].name, format->name);
        assert_true(found);
    }
}

static void a_format_knows_its_files_by_their_first_bytes_and_by_their_suffix(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMAT_SAMPLES; i++) {
        Kit *kit = kit_new();
        const Bytes file = format_samples[i].make(kit);
        const Format *found = format_of(TEXT("no_suffix"), file);
        if (format_named(text_of(format_samples[i].name))->is(file))
            assert_string_equal(found->name, format_samples[i].name);
        else /* it has no magic: the suffix alone tells */
            assert_null(found);
        const Text path = arena_format(kit->arena, "x.%s", format_samples[i].name);
        assert_string_equal(format_of(path, BYTES(1, 2, 3))->name, format_samples[i].name);
        kit_free(kit);
    }
    assert_null(format_of(TEXT("x.unknown"), BYTES(1, 2, 3)));
}

static void a_sample_is_clean_and_has_a_title(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMAT_SAMPLES; i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(format_samples[i].name));
        const Bytes file = format_samples[i].make(kit);
        assert_true(format->check(file, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 0);
        assert_true(format->title_of(file, kit->arena).size > 0);
        kit_free(kit);
    }
}

static void json_gives_every_sample_back_bit_by_bit(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMAT_SAMPLES; i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(format_samples[i].name)), *found;
        const Bytes file = format_samples[i].make(kit);
        Writer json = writer_to(kit->arena);
        Bytes back;
        assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
        assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
        assert_ptr_equal(found, format);
        assert_bytes_equal(back, file);
        kit_free(kit);
    }
}

static void an_edited_json_with_exact_bytes_is_written_anew_and_says_so(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMAT_SAMPLES; i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(format_samples[i].name)), *found;
        const Bytes file = format_samples[i].make(kit);
        Writer json = writer_to(kit->arena);
        Bytes back;
        assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
        /* The exact bytes of something else: the rest of the text counts. */
        json.size -= 2; /* the closing brace and the line's end */
        write_format(&json, ", \"exact\": \"00\"}\n");
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
        assert_true(kit_says(kit, "the text was edited"));
        assert_bytes_equal(back, file);
        kit_free(kit);
    }
}

static void every_cut_of_a_sample_is_refused_with_one_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < FORMAT_SAMPLES; i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(format_samples[i].name));
        const Bytes file = format_samples[i].make(kit);
        for (size_t size = 0; size < file.size; size += 1 + file.size / 150) {
            Kit *one = kit_new();
            Writer json = writer_to(one->arena);
            if ((format_samples[i].frame && size % format_samples[i].frame == 0) ||
                size + format_samples[i].tail == file.size) {
                kit_free(one);
                continue;
            }
            assert_false(format->check(bytes_slice(file, 0, size), one->arena, &one->report));
            assert_true(one->report.errors >= 1);
            for (size_t m = 0; m < one->messages.count; m++)
                assert_null(strchr(kit_message(one, m), '\n'));
            format_to_json(format, bytes_slice(file, 0, size), true, &json, one->arena,
                           &one->report);
            kit_free(one);
        }
        kit_free(kit);
    }
}

static void every_format_prints_its_page(void **state)
{
    (void)state;
    for (const Format *format = formats; format->name; format++) {
        Kit *kit = kit_new();
        Writer page = writer_to(kit->arena);
        format_describe(format, &page);
        assert_non_null(strstr(arena_text(kit->arena, writer_text(&page)).at, "| field |"));
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_has_a_sample),
        cmocka_unit_test(a_format_knows_its_files_by_their_first_bytes_and_by_their_suffix),
        cmocka_unit_test(a_sample_is_clean_and_has_a_title),
        cmocka_unit_test(json_gives_every_sample_back_bit_by_bit),
        cmocka_unit_test(an_edited_json_with_exact_bytes_is_written_anew_and_says_so),
        cmocka_unit_test(every_cut_of_a_sample_is_refused_with_one_line),
        cmocka_unit_test(every_format_prints_its_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What holds for every format of the registry, on a sample of each. A new format
 * gets all of these tests, and fails without a sample (format_samples.h). */
#include "lib/format_samples.h"

static void formats_are_detected_by_magic_and_suffix(void **state)
{
    (void)state;
    FormatSample sample;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const Bytes file = sample_bytes(&sample, kit);
        const Format *found = format_of(TEXT("no_suffix"), file);
        if (format_is(format_named(text_of(sample.name)), file))
            assert_string_equal(found->name, sample.name);
        else /* it has no magic: the suffix alone tells */
            assert_null(found);
        const Text path = arena_format(kit->arena, "x.%s", sample.name);
        assert_string_equal(format_of(path, BYTES(1, 2, 3))->name, sample.name);
        kit_free(kit);
    }
    assert_null(format_of(TEXT("x.unknown"), BYTES(1, 2, 3)));
}

static void a_sample_is_clean_and_has_a_title(void **state)
{
    (void)state;
    FormatSample sample;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(sample.name));
        const Bytes file = sample_bytes(&sample, kit);
        assert_true(format_check(format, file, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 0);
        assert_true(format_title(format, file, kit->arena).size > 0);
        kit_free(kit);
    }
}

static void default_title_has_the_counts_of_lists(void **state)
{
    static const struct {
        size_t size;
        const char *title;
    } rows[] = {{0, "0 frames"}, {36, "1 frame"}, {72, "2 frames"}, {71, ""}};
    Kit *kit = kit_new();
    (void)state;
    const FormatSample file = {"cam", NULL, 0, 0};
    const Bytes sample = sample_bytes(&file, kit);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_true(text_is(format_title(format_named(TEXT("cam")),
                                         bytes_slice(sample, 0, rows[i].size), kit->arena),
                            rows[i].title));
    kit_free(kit);
}

static void json_round_trip_preserves_every_bit(void **state)
{
    (void)state;
    FormatSample sample;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(sample.name)), *found;
        const Bytes file = sample_bytes(&sample, kit);
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

static void edited_json_ignores_exact_bytes_with_a_notice(void **state)
{
    (void)state;
    FormatSample sample;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(sample.name)), *found;
        const Bytes file = sample_bytes(&sample, kit);
        Writer json = writer_to(kit->arena);
        Bytes back;
        assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
        /* The exact bytes of something else: the rest of the text counts. */
        json.size -= 2; /* the closing brace and the line's end */
        write_format(&json, ", \"exact\": \"00\"}\n");
        assert_true(
            format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, "the JSON was edited"));
        assert_bytes_equal(back, file);
        kit_free(kit);
    }
}

static void every_truncated_sample_is_rejected_with_one_line(void **state)
{
    (void)state;
    FormatSample sample;
    for (size_t i = 0; format_sample(i, &sample); i++) {
        Kit *kit = kit_new();
        const Format *format = format_named(text_of(sample.name));
        const Bytes file = sample_bytes(&sample, kit);
        for (size_t size = 0; size < file.size; size += 1 + file.size / 150) {
            Kit *one = kit_new();
            Writer json = writer_to(one->arena);
            if ((sample.frame && size % sample.frame == 0) || size + sample.tail == file.size) {
                kit_free(one);
                continue;
            }
            assert_false(
                format_check(format, bytes_slice(file, 0, size), one->arena, &one->report));
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

/* That of .fig was printed twice. */
static void every_format_prints_its_page_with_one_heading(void **state)
{
    (void)state;
    for (const Format *format = formats; format->name; format++) {
        Kit *kit = kit_new();
        Writer page = writer_to(kit->arena);
        format_describe(format, &page);
        const char *text = arena_text(kit->arena, writer_text(&page)).at;
        assert_non_null(strstr(text, "| field |"));
        assert_int_equal(strncmp(text, "# ", 2), 0);
        if (strstr(text, "\n# "))
            fail_msg("%s has two headings", format->name);
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_detected_by_magic_and_suffix),
        cmocka_unit_test(a_sample_is_clean_and_has_a_title),
        cmocka_unit_test(default_title_has_the_counts_of_lists),
        cmocka_unit_test(json_round_trip_preserves_every_bit),
        cmocka_unit_test(edited_json_ignores_exact_bytes_with_a_notice),
        cmocka_unit_test(every_truncated_sample_is_rejected_with_one_line),
        cmocka_unit_test(every_format_prints_its_page_with_one_heading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

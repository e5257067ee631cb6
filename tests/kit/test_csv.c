/* Comma-separated values: what spreadsheets write, what is refused, and there and back. */
#include "lib/kit.h"

#include "kit/open/csv.h"

static Bytes of(const char *text) { return bytes_of_text(text_of(text)); }

static Csv read_all(Kit *kit, const char *text)
{
    Csv csv;
    assert_true(csv_read(of(text), &csv, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    return csv;
}

static Bytes written(Kit *kit, const Csv *csv)
{
    Writer out = writer_to(kit->arena);
    CsvWriter writer = csv_to(&out);
    for (size_t i = 0; i < csv->count; i++) {
        for (size_t j = 0; j < csv->rows[i].count; j++)
            csv_put(&writer, csv->rows[i].cells[j].text);
        csv_end_row(&writer);
    }
    return writer_bytes(&out);
}

static void quotes_commas_and_line_ends_are_read(void **state)
{
    Kit *kit = *state;
    const Csv csv = read_all(kit, "a,\"b,c\",\"d\"\"e\"\r\n\"x\r\ny\",Лес,\n");
    assert_int_equal(csv.count, 2);
    assert_int_equal(csv.rows[0].count, 3);
    assert_true(text_is(csv.rows[0].cells[0].text, "a"));
    assert_true(text_is(csv.rows[0].cells[1].text, "b,c"));
    assert_true(text_is(csv.rows[0].cells[2].text, "d\"e"));
    assert_int_equal(csv.rows[1].count, 3);
    assert_true(text_is(csv.rows[1].cells[0].text, "x\r\ny"));
    assert_true(text_is(csv.rows[1].cells[1].text, "Лес"));
    assert_int_equal(csv.rows[1].cells[2].text.size, 0);
    assert_int_equal(csv_cell_position(&csv, &csv.rows[1].cells[0]).line, 2);
    assert_int_equal(csv_cell_position(&csv, &csv.rows[1].cells[1]).line, 3);
}

static void last_line_end_is_optional_and_byte_order_mark_is_skipped(void **state)
{
    Kit *kit = *state;
    Csv csv = read_all(kit, "\xEF\xBB\xBF"
                            "a,b\n\n,\n1");
    assert_int_equal(csv.count, 4);
    assert_true(text_is(csv.rows[0].cells[0].text, "a"));
    assert_int_equal(csv_cell_position(&csv, &csv.rows[0].cells[1]).column, 3);
    assert_int_equal(csv.rows[1].count, 0);
    assert_int_equal(csv.rows[2].count, 2);
    assert_int_equal(csv_row_position(&csv, &csv.rows[3]).line, 4);
    csv = read_all(kit, "");
    assert_int_equal(csv.count, 0);
    csv = read_all(kit, "a,");
    assert_int_equal(csv.rows[0].count, 2);
}

static void writer_quotes_only_if_needed_and_uses_crlf(void **state)
{
    Kit *kit = *state;
    const Csv csv = read_all(kit, "a,\"b\",\"c,\"\n\n\"\"\n\"\"\"\",\n");
    assert_bytes_equal(written(kit, &csv), of("a,b,\"c,\"\r\n\r\n\"\"\r\n\"\"\"\",\r\n"));
}

static void errors_are_reported_with_line_and_column(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
    } rows[] = {{"a,b\nc,\"d\n\n", 2, 3},     {"a\nЛес\"x\"", 2, 4}, {"\"a\"b\n", 1, 4},
                {"a\r\nb\rc\n", 2, 2},        {"a\nb,\xFF\n", 2, 3}, {"\"a\r", 1, 1},
                {"\"a\nb\"\n\"c\" \n", 3, 4}, {"a\r", 1, 2}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Kit *kit = kit_new();
        Csv csv;
        assert_false(csv_read(of(rows[i].text), &csv, kit->arena, &kit->report));
        kit_message_is_at(kit, rows[i].text, rows[i].line, rows[i].column);
        kit_free(kit);
    }
}

static void any_cells_survive_writing_and_reading(void **state)
{
    static const char *const pieces[] = {"a", ",", "\"", "\r", "\n", "\xEF\xBB\xBF", " ", "Ж"};
    (void)state;
    for (int round = 0; round < 10000; round++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        CsvWriter writer = csv_to(&out);
        Text cells[16]; /* 4 rows of 4 */
        size_t counts[4], cell = 0, again = 0;
        const size_t rows = next_random(5);
        for (size_t i = 0; i < rows; i++) {
            counts[i] = next_random(5);
            for (size_t j = 0; j < counts[i]; j++) {
                Writer text = writer_to(kit->arena);
                for (uint32_t left = next_random(5); left--;)
                    write_text(&text, text_of(pieces[next_random(COUNT_OF(pieces))]));
                cells[cell] = writer_text(&text);
                csv_put(&writer, cells[cell++]);
            }
            csv_end_row(&writer);
        }
        Csv csv;
        assert_true(csv_read(writer_bytes(&out), &csv, kit->arena, &kit->report));
        assert_int_equal(csv.count, rows);
        for (size_t i = 0; i < rows; i++) {
            assert_int_equal(csv.rows[i].count, counts[i]);
            for (size_t j = 0; j < counts[i]; j++)
                assert_true(text_equal(csv.rows[i].cells[j].text, cells[again++]));
        }
        kit_free(kit);
    }
}

static void a_file_of_commas_is_rejected_before_memory_runs_out(void **state)
{
    Kit *kit = *state;
    const size_t size = (size_t)CSV_CELLS_MAX + 10;
    uint8_t *data = arena_alloc_raw(kit->arena, size, 1);
    Csv csv;
    memset(data, ',', size);
    assert_false(csv_read((Bytes){data, size}, &csv, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "too many cells"));
    memset(data, '\n', size);
    assert_false(csv_read((Bytes){data, size}, &csv, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "lines; the maximum is"));
    assert_true(arena_used(kit->arena) < 256u << 20);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(quotes_commas_and_line_ends_are_read),
        TEST(last_line_end_is_optional_and_byte_order_mark_is_skipped),
        TEST(writer_quotes_only_if_needed_and_uses_crlf),
        TEST(errors_are_reported_with_line_and_column),
        TEST(any_cells_survive_writing_and_reading),
        TEST(a_file_of_commas_is_rejected_before_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

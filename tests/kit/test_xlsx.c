/* Spreadsheets: kit/open/xlsx.h, and databases in them. Sources: ECMA-376, part 1. */
#include "lib/kit.h"

#include "lib/evil_db.h"

#include "base/game_text.h"
#include "base/text.h"
#include "evil_islands/tables/databases.h"
#include "kit/open/xlsx.h"
#include "kit/open/xlsx_parts.h"

#include <string.h>
#include <zip.h>

/* ---- zip files of our own ---- */

typedef struct Part {
    const char *name, *text;
} Part;

#define WORKBOOK(SHEETS)                                                                       \
    {                                                                                          \
        "xl/workbook.xml", "<workbook xmlns:r='r'><sheets>" SHEETS "</sheets></workbook>"      \
    }
#define ONE_SHEET WORKBOOK("<sheet name='levers' sheetId='7' r:id='a'/>")
#define RELATIONS                                                                              \
    {                                                                                          \
        "xl/_rels/workbook.xml.rels",                                                          \
            "<Relationships><Relationship Id='a' Type='http://x/worksheet' "                   \
            "Target='worksheets/one.xml'/><Relationship Id='b' Type='http://x/chartsheet' "    \
            "Target='none.xml'/><Relationship Id='c' Type='http://x/worksheet' "               \
            "Target='/xl/two.xml'/><Relationship Id='d' Type='http://x/sharedStrings' "        \
            "Target='texts.xml'/></Relationships>"                                             \
    }

static Bytes zip_of(Kit *kit, const Part *parts, size_t count)
{
    zip_error_t error;
    zip_stat_t stat;
    zip_error_init(&error);
    zip_source_t *to = zip_source_buffer_create(NULL, 0, 0, &error);
    assert_non_null(to);
    zip_source_keep(to);
    zip_t *zip = zip_open_from_source(to, ZIP_TRUNCATE, &error);
    assert_non_null(zip);
    for (size_t i = 0; i < count; i++) {
        zip_source_t *from = zip_source_buffer(zip, parts[i].text, strlen(parts[i].text), 0);
        assert_true(zip_file_add(zip, parts[i].name, from, ZIP_FL_ENC_UTF_8) >= 0);
    }
    assert_int_equal(zip_close(zip), 0);
    assert_int_equal(zip_source_stat(to, &stat), 0);
    uint8_t *bytes = arena_alloc_raw(kit->arena, stat.size, 1);
    assert_int_equal(zip_source_open(to), 0);
    assert_int_equal(zip_source_read(to, bytes, stat.size), stat.size);
    zip_source_close(to);
    zip_source_free(to);
    return (Bytes){bytes, stat.size};
}

/* ---- databases ---- */

static Bytes run(Kit *kit, bool convert(ConversionJob *, Arena *, Report *), const char *path,
                 const char *target, Bytes input)
{
    ConversionJob job = {.path = text_of(path), .target = text_of(target), .input = input};
    if (!convert(&job, kit->arena, &kit->report))
        fail_msg("%s: %s", path, kit_message(kit, 0));
    return job.output;
}

static void databases_survive_spreadsheets(void **state)
{
    Kit *kit = *state;
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        const Db db = db_of_kind(kit, kind, 300);
        const Bytes file = db_bytes(kit, &db);
        const char *path = db_kind_file(kind);
        const Bytes sheet = run(kit, db_to_spreadsheet, path, "t.xlsx", file);
        assert_bytes_equal(run(kit, spreadsheet_to_db, "t.xlsx", path, sheet), file);
        assert_bytes_equal(run(kit, db_to_spreadsheet, path, "t.xlsx", file), sheet);
    }
    assert_int_equal(kit->messages.count, 0);
}

#define TITLES "FLD0-0,FLD1-0,FLD1-1,FLD1-2,FLD1-3,FLD2-0,FLD3-0,FLD4-0,FLD5-0,FLD6-0,FLD7-0\n"

static Bytes levers(Kit *kit, const char *row)
{
    DbSheet sheet = {.path = TEXT("levers.csv"),
                     .bytes = bytes_of_text(arena_format(kit->arena, TITLES "%s\n", row))};
    Bytes file;
    if (!csv_to_db(&(DbSheets){&sheet, 1}, DB_KINDS, &file, kit->arena, &kit->report))
        fail_msg("%s: %s", row, kit_message(kit, 0));
    return file;
}

static const char *part_of(Kit *kit, Bytes file, const char *name)
{
    XlsxParts parts;
    Bytes bytes;
    assert_true(xlsx_parts_open(file, &parts, kit->arena, &kit->report));
    assert_true(xlsx_part(&parts, text_of(name), false, &bytes, kit->arena, &kit->report));
    return arena_text(kit->arena, text_of_bytes(bytes)).at;
}

/* What spreadsheets make a number, a date, a formula or another text of. */
static void texts_in_spreadsheets_stay_texts(void **state)
{
    static const char *const texts[] = {"007",
                                        "1/2",
                                        "Mar 5",
                                        "=1+1",
                                        "  outer blanks  ",
                                        "\"two\r\nlines\"",
                                        "1E5",
                                        "_x0041_",
                                        "_x005F_x0041_",
                                        "Привет",
                                        "TRUE",
                                        "\"a tab\tand \x01\"",
                                        "+1.0",
                                        "-",
                                        "<&>",
                                        "\"\"\"q\"",
                                        "http://a.b/c",
                                        "'quote"};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *row = arena_format(kit->arena, "a,1,2,3,4,5,6,7,%s,b,c", texts[i]).at;
        const Bytes file = levers(kit, row);
        const Bytes sheet = run(kit, db_to_spreadsheet, "levers.ldb", "t.xlsx", file);
        assert_bytes_equal(run(kit, spreadsheet_to_db, "t.xlsx", "levers.ldb", sheet), file);
        const char *cells = part_of(kit, sheet, "xl/worksheets/sheet1.xml");
        assert_non_null(strstr(cells, "<c r=\"I4\" s=\"1\" t=\"s\"><v>"));
        assert_non_null(strstr(part_of(kit, sheet, "xl/styles.xml"), "formatCode=\"@\""));
    }
}

/* U+FFFE and U+FFFF are characters of UTF-8, but not of XML. */
static void characters_without_xml_survive(void **state)
{
    Kit *kit = *state;
    const GameTexts before = game_texts_choose(ENCODING_UTF8);
    const Bytes file = levers(kit, "a\xEF\xBF\xBE,1,2,3,4,5,6,7,8,\xEF\xBF\xBF,c");
    const Bytes sheet = run(kit, db_to_spreadsheet, "levers.ldb", "t.xlsx", file);
    assert_bytes_equal(run(kit, spreadsheet_to_db, "t.xlsx", "levers.ldb", sheet), file);
    game_texts_use(before);
}

static void numbers_in_spreadsheets_are_numbers(void **state)
{
    Kit *kit = *state;
    const Bytes file = levers(kit, "a,0.1,-1e-07,16777216,0xffffffff,5,3.4e38,7,8,b,c");
    const Bytes sheet = run(kit, db_to_spreadsheet, "levers.ldb", "t.xlsx", file);
    const char *cells = part_of(kit, sheet, "xl/worksheets/sheet1.xml");
    assert_non_null(strstr(cells, "<c r=\"B4\"><v>0.1</v></c>"));
    assert_non_null(strstr(cells, "<c r=\"D4\"><v>16777216</v></c>"));
    assert_non_null(strstr(cells, "<c r=\"E4\" s=\"1\" t=\"s\">"));
    assert_bytes_equal(run(kit, spreadsheet_to_db, "t.xlsx", "levers.ldb", sheet), file);
}

/* ---- other programs ---- */

#define ROW_OF_TITLES                                                                          \
    "<row r='2'><c r='A2' t='inlineStr'><is><t>FLD0-0</t></is></c><c r='B2' t='s'><v>0</v>"    \
    "</c></row>"

/* Prefixes, texts in pieces and read aloud, results of formulas, cells without places. */
static void spreadsheets_of_other_programs_are_read(void **state)
{
    static const Part parts[] = {
        WORKBOOK("<sheet name='Levers' sheetId='7' r:id='a'/><sheet name='chart' r:id='b'/>"
                 "<sheet name='empty' r:id='c'/>"),
        RELATIONS,
        {"xl/texts.xml", "<x:sst xmlns:x='x'><x:si><x:r><x:t>FLD</x:t></x:r><x:r><x:t>3-0</x:t>"
                         "</x:r><x:rPh><x:t>f</x:t></x:rPh></x:si><x:si><x:t> a_x000D__xD800_"
                         "</x:t></x:si></x:sst>"},
        {"xl/worksheets/one.xml",
         "<x:worksheet xmlns:x='x'><x:sheetData>" ROW_OF_TITLES
         "<x:row r='5'><x:c t='s'><x:v>1</x:v></x:c><x:c><x:f>1/10</x:f>"
         "<x:v>0.10000000000000001</x:v></x:c><x:c s='1'/></x:row>"
         "<x:row><x:c r='A6' t='str'><x:f>A5</x:f><x:v>text</x:v></x:c>"
         "<x:c r='B6'><x:v>1.5E-3</x:v></x:c><x:c r='XFD6' s='3'/></x:row>"
         "<x:row r='1048576'><x:c r='C1048576'/></x:row></x:sheetData></x:worksheet>"},
        {"xl/two.xml", "<worksheet><sheetData/></worksheet>"}};
    Kit *kit = *state;
    const Bytes file = zip_of(kit, parts, COUNT_OF(parts));
    XlsxSheets sheets;
    assert_true(xlsx_read(file, &sheets, kit->arena, &kit->report));
    assert_int_equal(sheets.count, 1);
    const Csv *table = &sheets.items[0].table;
    assert_int_equal(table->count, 3);
    assert_int_equal(table->rows[0].count, 2);
    assert_true(text_is(table->rows[0].cells[1].text, "FLD3-0"));
    assert_true(text_is(table->rows[1].cells[0].text, " a\r_xD800_"));
    assert_true(text_is(table->rows[2].cells[0].text, "text"));
    assert_int_equal(table->rows[2].line, 6);
    Db db;
    const Bytes made = run(kit, spreadsheet_to_db, "t.xlsx", "t.ldb", file);
    assert_true(db_read(made, TEXT(""), &db, kit->arena, &kit->report));
    assert_int_equal(db.tables[0].count, 2);
    const float wanted[] = {0.1F, 1.5e-3F};
    for (size_t i = 0; i < 2; i++)
        assert_memory_equal(db.tables[0].records[i].fields[1].data.data, &wanted[i], 4);
}

/* ---- errors ---- */

static bool read_fails(Kit *kit, Bytes file, const char *says)
{
    ConversionJob job = {.path = TEXT("t.xlsx"), .target = TEXT("t.ldb"), .input = file};
    kit_clear(kit);
    return !spreadsheet_to_db(&job, kit->arena, &kit->report) && kit_has_message(kit, says);
}

static void invalid_spreadsheets_are_rejected(void **state)
{
#define SHEET(CELLS) "<worksheet><sheetData>" ROW_OF_TITLES CELLS "</sheetData></worksheet>"
    static const struct {
        const char *sheet, *says;
    } rows[] = {
        {SHEET("<row r='3'><c r='A3' t='s'><v>9</v></c></row>"), "there is no shared text 9"},
        {SHEET("<row r='3'><c r='A3' t='s'><v>-1</v></c></row>"), "there is no shared text -1"},
        {SHEET("<row r='3'><c r='B3' t='e'><v>#REF!</v></c></row>"),
         "a formula has the error #REF!"},
        {SHEET("<row r='1'/>"), "row 1 is not in its order"},
        {SHEET("<row r='1048577'/>"), "row 1048577 is not in its order"},
        {SHEET("<row r='3'><c r='B3'/><c r='A3'/></row>"), "cell A3 is not in its order"},
        {SHEET("<row r='3'><c r='A4'/></row>"), "cell A4 is not in its order"},
        {SHEET("<row r='3'><c r='XFE3'/></row>"), "XFE3 is not the name of a cell"},
        {SHEET("<row r='3'><c r='AAAA3'/></row>"), "AAAA3 is not the name of a cell"},
        {SHEET("<row r='3'><c r='3'/></row>"), "3 is not the name of a cell"},
        {SHEET("<row r='3'>"), "not well-formed XML: mismatched tag"},
        {"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "must not have a DOCTYPE"},
        {"", "not well-formed XML: no element found"},
        {SHEET("<row r='3'><c r='A3' t='str'><v>a</v></c><c r='B3'><v>x</v></c></row>"),
         "scale: a number"},
        {SHEET("<row r='3'><c r='A3' t='str'><v>a</v></c><c r='B3'><v>1</v></c><c r='D3'>"
               "<v>7</v></c></row>"),
         "the row has more cells than there are titles"}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Part parts[] = {ONE_SHEET,
                              RELATIONS,
                              {"xl/texts.xml", "<sst><si><t>FLD3-0</t></si></sst>"},
                              {"xl/worksheets/one.xml", rows[i].sheet}};
        if (!read_fails(kit, zip_of(kit, parts, COUNT_OF(parts)), rows[i].says))
            fail_msg("%s: %s", rows[i].sheet, kit_message(kit, 0));
    }
    const Part alone[] = {ONE_SHEET, RELATIONS};
    assert_true(read_fails(kit, zip_of(kit, alone, 1), "it has no file xl/_rels/workbook.xml"));
    assert_true(read_fails(kit, zip_of(kit, alone, 2), "it has no file xl/worksheets/one.xml"));
    assert_true(read_fails(kit, BYTES('P', 'K', 3, 4), "not a spreadsheet (.xlsx): "));
    assert_true(read_fails(kit, (Bytes){0}, "not a spreadsheet (.xlsx): "));
}

/* Row and cell of the sheet, not of a text file. */
static void errors_name_sheet_row_and_cell(void **state)
{
    Kit *kit = *state;
    const Part parts[] = {
        ONE_SHEET,
        RELATIONS,
        {"xl/texts.xml", "<sst><si><t>FLD3-0</t></si></sst>"},
        {"xl/worksheets/one.xml",
         SHEET(
             "<row r='3'><c r='A3' t='str'><v>two\nlines</v></c><c r='B3'><v>1</v></c></row>"
             "<row r='9'><c r='A9' t='str'><v>a</v></c><c r='B9' t='str'><v>x</v></c></row>")}};
    assert_true(read_fails(kit, zip_of(kit, parts, COUNT_OF(parts)), "levers:9:2: scale: "));
}

static void unknown_sheets_are_reported_with_the_known_ones(void **state)
{
    Kit *kit = *state;
    const Part parts[] = {WORKBOOK("<sheet name='Notes' r:id='a'/>"),
                          RELATIONS,
                          {"xl/worksheets/one.xml", SHEET("")},
                          {"xl/texts.xml", "<sst><si><t>FLD3-0</t></si></sst>"}};
    assert_true(read_fails(kit, zip_of(kit, parts, COUNT_OF(parts)),
                           "Notes: levers has no table of this name"));
    assert_true(kit_has_message(kit, "its tables are levers"));
}

static void texts_too_long_for_a_cell_are_rejected(void **state)
{
    Kit *kit = *state;
    char *text = arena_alloc(kit->arena, XLSX_TEXT_MAX + 2, 1);
    memset(text, 'a', XLSX_TEXT_MAX);
    for (size_t i = 0; i < 2; i++) {
        const Bytes file =
            levers(kit, arena_format(kit->arena, "a,1,2,3,4,5,6,7,8,b,%s", text).at);
        ConversionJob job = {
            .path = TEXT("levers.ldb"), .target = TEXT("t.xlsx"), .input = file};
        assert_int_equal(db_to_spreadsheet(&job, kit->arena, &kit->report), !i);
        text[XLSX_TEXT_MAX] = 'a';
    }
    assert_true(kit_has_message(kit, "levers:4:11: 32768 characters; a cell"));
}

/* 300 MB of blanks take 300 KB in a zip. */
static void spreadsheets_that_unpack_to_too_much_are_rejected(void **state)
{
    enum { SIZE = 300 << 20 };
    Kit *kit = *state;
    char *blanks = malloc(SIZE + 1);
    assert_non_null(blanks);
    memset(blanks, ' ', SIZE);
    blanks[SIZE] = 0;
    const Part parts[] = {ONE_SHEET, RELATIONS, {"xl/texts.xml", blanks}};
    const Bytes file = zip_of(kit, parts, COUNT_OF(parts));
    free(blanks);
    assert_true(file.size < 1 << 20);
    assert_true(read_fails(kit, file, "more than 268435456 bytes in all files"));
}

/* Forty sheets that are the same part: a row of 16,384 cells, and 255 rows of one. */
static void cells_of_all_sheets_are_limited_together(void **state)
{
    Kit *kit = *state;
    Writer sheets = writer_to(kit->arena), rows = writer_to(kit->arena);
    write_format(&sheets, "<workbook xmlns:r='r'><sheets>");
    for (unsigned i = 0; i < 40; i++)
        write_format(&sheets, "<sheet name='s%u' r:id='a'/>", i);
    write_format(&sheets, "</sheets></workbook>%c", 0);
    write_format(&rows, "<worksheet><sheetData>");
    for (unsigned i = 0; i < 255; i++)
        write_format(&rows, "<row><c><v>1</v></c></row>");
    write_format(&rows, "<row><c r='XFD256'><v>1</v></c></row></sheetData></worksheet>%c", 0);
    const Part parts[] = {{"xl/workbook.xml", (const char *)sheets.data},
                          RELATIONS,
                          {"xl/worksheets/one.xml", (const char *)rows.data}};
    const Bytes file = zip_of(kit, parts, COUNT_OF(parts));
    assert_true(read_fails(kit, file, "more than 4194304 cells"));
}

static void damaged_spreadsheets_are_rejected_or_read(void **state)
{
    Kit *kit = *state;
    const Db db = db_of_kind(kit, DB_items, 20);
    const Bytes whole = run(kit, db_to_spreadsheet, "items.idb", "t.xlsx", db_bytes(kit, &db));
    for (size_t i = 0; i < 500; i++) {
        const Bytes file = arena_copy(kit->arena, whole);
        for (size_t n = next_random(4) + 1; n; n--)
            ((uint8_t *)file.data)[next_random((uint32_t)file.size)] ^=
                (uint8_t)next_random(256);
        ConversionJob job = {
            .path = TEXT("t.xlsx"),
            .target = TEXT("t.idb"),
            .input =
                bytes_slice(file, 0, i % 4 ? file.size : next_random((uint32_t)file.size))};
        kit_clear(kit);
        if (!spreadsheet_to_db(&job, kit->arena, &kit->report))
            assert_true(kit->report.errors > 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(databases_survive_spreadsheets),
        TEST(texts_in_spreadsheets_stay_texts),
        TEST(characters_without_xml_survive),
        TEST(numbers_in_spreadsheets_are_numbers),
        TEST(spreadsheets_of_other_programs_are_read),
        TEST(invalid_spreadsheets_are_rejected),
        TEST(errors_name_sheet_row_and_cell),
        TEST(unknown_sheets_are_reported_with_the_known_ones),
        TEST(texts_too_long_for_a_cell_are_rejected),
        TEST(spreadsheets_that_unpack_to_too_much_are_rejected),
        TEST(cells_of_all_sheets_are_limited_together),
        TEST(damaged_spreadsheets_are_rejected_or_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

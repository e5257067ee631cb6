/* Databases: the vectors of the spec, all kinds as CSV and JSON and back, edits, mistakes. */
#include "lib/evil_db.h"

#include "kit/convert/conversion.h"
#include "kit/formats/format.h"

static const DbSheet *sheet_named(const DbSheets *sheets, const char *name)
{
    for (size_t i = 0; i < sheets->count; i++)
        if (text_is(sheets->items[i].path, name))
            return &sheets->items[i];
    return NULL;
}

static const char *csv_of(Kit *kit, Bytes file, const char *name)
{
    DbSheets sheets;
    assert_true(db_to_csv(file, TEXT(""), &sheets, kit->arena, &kit->report));
    const DbSheet *sheet = sheet_named(&sheets, name);
    assert_non_null(sheet);
    return arena_text(kit->arena, text_of_bytes(sheet->bytes)).at;
}

static const char *json_of(Kit *kit, Bytes file)
{
    Writer json = writer_to(kit->arena);
    assert_true(
        format_to_json(format_named(TEXT("db")), file, true, &json, kit->arena, &kit->report));
    return arena_text(kit->arena, writer_text(&json)).at;
}

static void goes_both_ways(Kit *kit, Bytes file, DbKind kind, bool plain)
{
    const Format *found;
    DbSheets sheets;
    Bytes back;
    const char *json = json_of(kit, file);
    assert_true(
        db_to_csv(file, text_of(db_kind_file(kind)), &sheets, kit->arena, &kit->report));
    /* What the file's name says counts only among kinds that fit as well. */
    assert_true(csv_to_db(&sheets, DB_KINDS, &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
    if (plain) {
        assert_null(strstr(json, "\"exact\""));
        for (size_t i = 0; i < sheets.count; i++)
            assert_true(text_ends(sheets.items[i].path, ".csv"));
    }
    assert_true(format_from_json(bytes_of_text(text_of(json)), &back, &found, kit->arena,
                                 &kit->report));
    assert_bytes_equal(back, file);
}

/* One record with one field in one table of a kind. */
static Bytes one_field(Kit *kit, DbKind kind, uint8_t table, uint8_t id, Bytes value)
{
    DbField fields[2];
    const uint8_t first = kind == DB_acks || kind == DB_prints;
    DbRecord record = {fields, 0};
    DbTable one = {table, NULL, &record, 1};
    const Db db = {.kind = kind, .tables = &one, .count = 1, .trailer = db_trailer};
    if (id) /* a name, so that the file is recognised */
        fields[record.count++] = (DbField){first, {(const uint8_t *)"a", 2}};
    fields[record.count++] = (DbField){id, value};
    return db_bytes(kit, &db);
}

/* ---- the spec ---- */

static void lengths_above_127_use_the_long_form_and_files_end_with_ten_bytes(void **state)
{
    Kit *kit = *state;
    static const char *const letters = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    Writer text = writer_to(kit->arena);
    write_bytes(&text, (Bytes){(const uint8_t *)letters, 127});
    Bytes file = one_field(kit, DB_levers, 1, 0, writer_bytes(&text));
    /* root long, table long, record long, field short */
    assert_memory_equal(
        file.data,
        ((uint8_t[]){1, 0x17, 1, 0, 0, 1, 0x0D, 1, 0, 0, 1, 3, 1, 0, 0, 0, 0xFE, 'a'}), 18);
    assert_memory_equal(file.data + file.size - 10,
                        ((uint8_t[]){0, 0, 2, 0x0C, 2, 8, 1, 0, 0, 0}), 10);
    write_u8(&text, 'a');
    file = one_field(kit, DB_levers, 1, 0, writer_bytes(&text));
    assert_memory_equal(file.data + 15, ((uint8_t[]){0, 1, 1, 0, 0, 'a'}), 6);
}

static void values_are_shown_as_specified(void **state)
{
    static const struct {
        DbKind kind;
        uint8_t table, id;
        Bytes value;
        const char *sheet, *cells, *json;
    } rows[] = {
        {DB_levers,
         1,
         1,
         {(const uint8_t *)"\x78\xff\x12\0\x40\xa8\x41\0\xff\xff\xff\xff\x2c\xff\x12\0", 16},
         "levers.csv",
         "\r\na,1.744684e-39,6.029664e-39,0xffffffff,1.744577e-39,,",
         "\"place\": ["},
        {DB_spells,
         1,
         17,
         {(const uint8_t *)"\1\x08"
                           "fh\0\0\1\x08"
                           "fg\0\0\1\x08"
                           "fo\0\0\1\x08"
                           "fl\0\0",
          24},
         "prototypes.csv",
         ",\"fh\nfg\nfo\nfl\",",
         "\"special_modifiers\": ["},
        {DB_units,
         4,
         6,
         {(const uint8_t *)"\3\0\0", 3},
         "npcs.csv",
         "a,,,,,,3,0,0,,",
         "\"skills\": [\n"},
        {DB_units,
         4,
         7,
         {(const uint8_t *)"\x0a\0\0\0\x0c\x09\0\0", 8},
         "npcs.csv",
         ",10,0,0,0,12,9,0,0,",
         "\"skills_2\": ["},
        {DB_spells,
         2,
         1,
         {(const uint8_t *)"r0\0\0", 4},
         "modifiers.csv",
         "a,r0,",
         "\"code\": \"r0\""},
        {DB_items,
         1,
         13,
         {(const uint8_t *)"\x18\0\0\0", 4},
         "materials.csv",
         ",0,0,0,1,1\r\n",
         "\"shops\": [\n"},
        {DB_items,
         6,
         22,
         {(const uint8_t *)"\xff\xff\xff\x7f", 4},
         "loot.csv",
         ",0xffffff7f,",
         "\"field_22\": \"ffffff7f\""},
        {DB_acks,
         1,
         32,
         {(const uint8_t *)"\1\x2e\1\4p\0\2\x08\5\0\0\0\3\4|\0\4\2\0\x0a\x08\7\0\0\0", 25},
         "answers.csv",
         ",p|5|\\||\\-|7,",
         "\"bored\": ["},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Bytes file =
            one_field(kit, rows[i].kind, rows[i].table, rows[i].id, rows[i].value);
        if (!strstr(csv_of(kit, file, rows[i].sheet), rows[i].cells))
            fail_msg("no %s in %s", rows[i].cells, csv_of(kit, file, rows[i].sheet));
        if (!strstr(json_of(kit, file), rows[i].json))
            fail_msg("no %s in %s", rows[i].json, json_of(kit, file));
        goes_both_ways(kit, file, rows[i].kind, true);
    }
    assert_int_equal(kit->report.errors, 0); /* warnings: they have one table each */
}

/* The letters of specs/evil_islands.md, with its two exceptions. */
static void columns_match_the_specification(void **state)
{
    static const struct {
        const char *word, *letters;
    } rows[] = {
        {"materials", "SSSIFFFIFIFfIX"},
        {"weapons", "SSISIIIFFFFIFIXB     IHFFFfHHFF"},
        {"armors", "SSISIIIFFFFIFIXB     ffBiHH"},
        {"quick", "SSISIIIFFFFIFIXB     IIFFSbH"},
        {"quest", "SSISIIIFFFFIFIXB     Is"},
        {"loot", "SSISIIIFFFFIFIXB     IHI"},
        {"levers", "SfIFTSSS"},
        {"skills", "SSI       s"},
        {"perks", "SSI       SSIIIFFFIIIIBI"},
        {"blood", " S11"},
        {"foot", " S11      1"},
        {"fire", " S11"},
        {"prototypes", "SSSFIFIFFFFIIIIUCCIIbIXFFFFF"},
        {"modifiers", "ScFIFFISX"},
        {"templates", " SssSX"},
        {"armor_templates", " SssSX"},
        {"weapon_templates", " SssSX"},
        {"hit_locations", "SffUU"},
        {"race_models", "SUFFUUFfFUUf222222            SssFSsfUUfUUIUSBFUUUU"},
        {"monsters", "SSIUIFFFSFFFFFFFFFUFFFFFFff33sfssSFFFFFUFUSF"},
        {"npcs", "SUFFFFbbssssFUB"},
        {"quests", "SFIISIIs"},
        {"briefings", "SFFsSsssssI"},
        {"answers", " S        44444444444444444444445444444444444"},
        {"cryes", " S        44444"},
        {"others", " S        44"},
    };
    (void)state;
    assert_int_equal(db_table_count, COUNT_OF(rows));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const DbTableRow *row = &db_tables[i];
        size_t column = 0;
        assert_string_equal(row->word, rows[i].word);
        for (size_t id = 0; rows[i].letters[id]; id++)
            if (rows[i].letters[id] != ' ') {
                assert_int_equal(row->columns[column].id, id);
                assert_int_equal(row->columns[column++].letter, rows[i].letters[id]);
            }
        assert_int_equal(column, row->column_count);
        for (size_t a = 0; a < column; a++)
            for (size_t b = 0; b < a; b++)
                assert_string_not_equal(row->columns[a].name, row->columns[b].name);
    }
}

/* ---- both ways ---- */

static void every_kind_survives_csv_and_json(void **state)
{
    Kit *kit = *state;
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        Db db;
        const Bytes file = small_db(kit, kind);
        assert_true(db_is(file));
        assert_true(db_read(file, TEXT(""), &db, kit->arena, &kit->report));
        assert_int_equal(db.kind, kind);
        assert_true(db.plain);
        assert_true(db_check(file, kit->arena, &kit->report));
        goes_both_ways(kit, file, kind, true);
    }
    assert_int_equal(kit->messages.count, 0);
    assert_non_null(strstr(csv_of(kit, small_db(kit, DB_items), "weapons.csv"),
                           ",damage_piercing,damage_slashing,"));
    assert_true(text_starts(text_of(csv_of(kit, small_db(kit, DB_items), "weapons.csv")),
                            "\r\nname,type,type_id,material,"));
    assert_non_null(strstr(csv_of(kit, small_db(kit, DB_units), "race_models.csv"),
                           ",FLD12-0,FLD12-1,FLD12-2,FLD12-3,"));
}

static void generated_databases_survive_csv_and_json(void **state)
{
    (void)state;
    for (int round = 0; round < 10000; round++) {
        Kit *kit = kit_new();
        const DbKind kind = (DbKind)(round % DB_KINDS);
        goes_both_ways(kit, random_db(kit, kind), kind, false);
        kit_free(kit);
    }
}

/* The reader of CSV separates codes at commas and removes blanks around them. */
static void codes_with_commas_or_outer_blanks_survive_csv(void **state)
{
    static const struct {
        Bytes value;
        const char *cells;
    } rows[] = {
        {{(const uint8_t *)"\1\x08r0\0\0\1\x08r0 \0", 12}, ",\\x010872300000010872302000,"},
        {{(const uint8_t *)"\1\x08\tr0\0", 6}, ",\\x010809723000,"},
        {{(const uint8_t *)"\1\x08    ", 6}, ",\\x010820202020,"},
        {{(const uint8_t *)"\1\x08r,0\0", 6}, ",\\x0108722c3000,"},
        {{(const uint8_t *)"\1\x08r 0\0", 6}, ",r 0,"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Bytes file = one_field(kit, DB_spells, 1, 17, rows[i].value);
        goes_both_ways(kit, file, DB_spells, true);
        if (!strstr(csv_of(kit, file, "prototypes.csv"), rows[i].cells))
            fail_msg("no %s in %s", rows[i].cells, csv_of(kit, file, "prototypes.csv"));
    }
    assert_int_equal(kit->report.errors, 0);
}

/* Lengths in the long form where the short one does, another trailer: beside the tables lies a
 * file with all bytes, and counts until the tables are edited. */
static void data_outside_tables_is_stored_in_a_side_file(void **state)
{
    Kit *kit = *state;
    const Bytes plain = one_field(kit, DB_levers, 1, 0, BYTES('a', 0));
    Writer odd = writer_to(kit->arena);
    DbSheets sheets;
    Bytes back;
    write_u8(&odd, 1);
    write_u32(&odd, (uint32_t)plain.data[1] | 1);
    write_bytes(&odd, bytes_slice(plain, 2, plain.size - 2));
    goes_both_ways(kit, writer_bytes(&odd), DB_levers, false);
    assert_true(
        db_to_csv(writer_bytes(&odd), TEXT("levers.ldb"), &sheets, kit->arena, &kit->report));
    assert_non_null(sheet_named(&sheets, "levers.oisin.json"));
    assert_int_equal(kit->messages.count, 0);
    DbSheet *levers = (DbSheet *)sheet_named(&sheets, "levers.csv");
    const Text csv = text_of_bytes(levers->bytes);
    *strchr((char *)strstr(csv.at, "\r\na,") + 2, 'a') = 'b';
    assert_true(csv_to_db(&sheets, DB_KINDS, &back, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "levers.oisin.json is ignored"));
    assert_bytes_equal(back, one_field(kit, DB_levers, 1, 0, BYTES('b', 0)));
}

static void path_decides_between_equally_matching_kinds(void **state)
{
    Kit *kit = *state;
    const Bytes file = one_field(kit, DB_levers, 1, 0, BYTES('a', 0));
    Db db;
    assert_true(db_read(file, TEXT("Res/Levers.LDB"), &db, kit->arena, &kit->report));
    assert_int_equal(db.kind, DB_levers);
    assert_true(db_read(file, TEXT("x.res/quests.qdb"), &db, kit->arena, &kit->report));
    assert_int_equal(db.kind, DB_quests);
    assert_true(
        db_read(small_db(kit, DB_acks), TEXT("prints.db"), &db, kit->arena, &kit->report));
    assert_int_equal(db.kind, DB_acks);
    assert_int_equal(db_kind_of_path(TEXT("mods/new_ACKS.db")), DB_acks);
    assert_int_equal(db_kind_of_path(TEXT("mods/x.db")), DB_KINDS);
    assert_string_equal(format_of(TEXT("items.idb"), BYTES(1, 9, 9))->name, "db");
    assert_string_equal(format_of(TEXT("zone.mpr"), BYTES(1, 9, 9))->name, "res");
}

/* As the command line does: by suffixes, all databases into one folder, and out of it again. */
static void suffixes_select_conversions_to_a_folder_and_back(void **state)
{
    Kit *kit = *state;
    ConversionJob into = {0};
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        const char *suffix = strchr(db_kind_file(kind), '.') + 1;
        const Conversion *conversion = conversion_find(suffix, "", &into);
        assert_non_null(conversion);
        assert_string_equal(conversion->to, "");
        into.path = text_of(db_kind_file(kind));
        into.input = small_db(kit, kind);
        assert_true(conversion->run(&into, kit->arena, &kit->report));
    }
    assert_int_equal(into.files_out.count, db_table_count);
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        const char *suffix = strchr(db_kind_file(kind), '.') + 1;
        ConversionJob back = {.files = into.files_out, .target = text_of(db_kind_file(kind))};
        const Conversion *conversion = conversion_find("", suffix, &back);
        assert_non_null(conversion);
        assert_true(conversion->run(&back, kit->arena, &kit->report));
        assert_bytes_equal(back.output, small_db(kit, kind));
        assert_non_null(conversion_find(suffix, "json", &back));
        assert_non_null(conversion_find("json", suffix, &back));
    }
    assert_int_equal(kit->messages.count, 0);
}

/* ---- edits and mistakes ---- */

static Bytes edited(Kit *kit, const char *csv, const char *from, const char *to)
{
    const char *at = strstr(csv, from);
    if (!at)
        fail_msg("no %s in %s", from, csv);
    return bytes_of_text(
        arena_format(kit->arena, "%.*s%s%s", (int)(at - csv), csv, to, at + strlen(from)));
}

static bool levers_read(Kit *kit, Bytes csv, Bytes *out)
{
    DbSheet sheet = {.path = TEXT("levers.csv"), .bytes = csv};
    const DbSheets sheets = {&sheet, 1};
    return csv_to_db(&sheets, DB_KINDS, out, kit->arena, &kit->report);
}

static void columns_may_have_any_order_and_titles(void **state)
{
    Kit *kit = *state;
    Bytes file;
    assert_true(levers_read(kit,
                            bytes_of_text(TEXT("mine\n\nx\n\nFLD3-0,,FLD0-0,FLD1-2,FLD1-1,"
                                               "FLD1-0,FLD2-0,FLD4-0,FLD5-0,FLD6-0,FLD7-0\n"
                                               "1.5,notes,stal,,2,1,,7,\\N,\\N,\\N\n,,,\n")),
                            &file));
    assert_int_equal(kit->messages.count, 0);
    const char *json = json_of(kit, file);
    assert_non_null(strstr(json, "\"name\": \"stal\",\n"));
    assert_non_null(strstr(json, "\"place\": [\n            1, 2\n"));
    assert_null(strstr(json, "place_count"));
    assert_null(strstr(json, "material"));
}

static void errors_have_positions(void **state)
{
    static const struct {
        const char *from, *to;
        uint32_t line, column;
    } rows[] = {
        {"FLD3-0", "FLD9-0", 3, 43},
        {"FLD3-0", "FLD3-2", 3, 43},
        {"FLD3-0", "FLD2-0", 4, 1},
        {"FLD3-0", "scale", 3, 43},
        {"FLD3-0", "RAW3", 3, 43},
        {"9,13.75,", "1.5,13.75,", 4, 21},
        {"13.75,18", "x,18", 4, 23},
        {"11.25,", "nano,", 4, 9},
        {"11.25,", ",", 4, 9},
        {"main,10", "\xC4\x81,10", 4, 1},
        {"main,10", "\\xabc,10", 4, 1},
        {"a,b,c", "a,b,c,d", 4, 38},
        {"13.75,18,a,b,c", "13.75", 4, 1},
    };
    Kit *kit = *state;
    const char *csv = "\r\n"
                      "name,place_x1,place_y1,place_x2,place_y2,place_count,scale\r\n"
                      "FLD0-0,FLD1-0,FLD1-1,FLD1-2,FLD1-3,FLD2-0,FLD3-0,FLD4-0,FLD5-0,FLD6-0,"
                      "FLD7-0\r\n"
                      "main,10,11.25,10,10,9,13.75,18,a,b,c\r\n";
    Bytes file;
    assert_true(levers_read(kit, bytes_of_text(text_of(csv)), &file));
    assert_int_equal(kit->messages.count, 0);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        kit_clear(kit);
        assert_false(levers_read(kit, edited(kit, csv, rows[i].from, rows[i].to), &file));
        kit_message_is_at(kit, rows[i].to, rows[i].line, rows[i].column);
    }
    kit_clear(kit);
    assert_false(levers_read(kit, bytes_of_text(TEXT("name\nmain\n")), &file));
    assert_true(kit_has_message(kit, "none of the first 6 rows has titles FLDx-y"));
    kit_clear(kit); /* a spreadsheet may leave out empty cells at the end: of texts only */
    assert_true(levers_read(kit, edited(kit, csv, "18,a,b,c", "18,a"), &file));
    assert_int_equal(kit->messages.count, 0);
    kit_clear(kit);
    assert_true(levers_read(kit, bytes_of_text(TEXT("FLD0-0\nmain\n")), &file));
    assert_true(kit_has_message(kit, "there is no column FLD7-..: no record gets a text"));
}

/* Tables of modders' tools, which oisin did not write. */
static void the_dialect_of_modders_is_read(void **state)
{
    static const struct {
        const char *title, *more_titles, *name, *scale, *more, *says, *json;
    } rows[] = {
        {"FLD3-0", "", "a", "nan", "", "", "\"scale\": \"0x7fc00000\""},
        {"FLD3-1", "", "a", "1.5", "", "FLD3-1 is read as FLD3-0", "\"scale\": 1.5"},
        {"FLD3-0", ",FLD3-0", "a", "1.5", ",1.5", "duplicate column FLD3-0", "\"scale\": 1.5"},
        {"FLD3-0", "", "\\dir\\a", "1", "", "", "\"name\": \"\\\\dir\\\\a\""}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Bytes file;
        const Text csv = arena_format(
            kit->arena,
            "FLD0-0,FLD1-0,FLD1-1,FLD1-2,FLD1-3,FLD2-0,%s,FLD4-0,FLD5-0,FLD6-0,FLD7-0%s\n"
            "%s,10,11.25,10,10,9,%s,18,a,b,c%s\n",
            rows[i].title, rows[i].more_titles, rows[i].name, rows[i].scale, rows[i].more);
        kit_clear(kit);
        if (!levers_read(kit, bytes_of_text(csv), &file) ||
            kit->messages.count != (*rows[i].says != 0) ||
            (*rows[i].says && !kit_has_message(kit, rows[i].says)))
            fail_msg("%s: %s", csv.at, kit_message(kit, 0));
        if (!strstr(json_of(kit, file), rows[i].json))
            fail_msg("%s: %s", csv.at, json_of(kit, file));
    }
    DbSheet sheet = {.path = TEXT("prototypes.csv"),
                     .bytes = bytes_of_text(TEXT("FLD0-0,FLD17-0\nshape,\"fh,fg\"\n"))};
    Bytes file;
    assert_true(csv_to_db(&(DbSheets){&sheet, 1}, DB_spells, &file, kit->arena, &kit->report));
    assert_non_null(strstr(json_of(kit, file), "\"fh\", \"fg\"\n"));
}

static const char *database_json(Kit *kit, const char *name, const char *csv)
{
    DbSheet sheet = {.path = text_of(name), .bytes = bytes_of_text(text_of(csv))};
    Bytes file;
    kit_clear(kit);
    if (!csv_to_db(&(DbSheets){&sheet, 1}, DB_KINDS, &file, kit->arena, &kit->report))
        fail_msg("%s: %s", name, kit_message(kit, 0));
    return json_of(kit, file);
}

static void has(const char *json, const char *part)
{
    char all[8192], wanted[512];
    size_t size = 0, length = 0;
    for (; *json && size + 1 < sizeof all; json++)
        if (*json != ' ' && *json != '\n')
            all[size++] = *json;
    for (const char *p = part; *p; p++)
        if (*p != ' ')
            wanted[length++] = *p;
    all[size] = wanted[length] = 0;
    if (!strstr(all, wanted))
        fail_msg("no %s in %s", part, all);
}

/* As in BGforgeNet/EItweaks, res/database: the first column is empty, every number may be a
 * float, items of lists are separated by commas, or in braces with the numbers of their parts.
 */
static void tables_of_modders_repositories_are_read(void **state)
{
    Kit *kit = *state;
    const char *json = database_json(
        kit, "LeverPrototypes.csv",
        ",,,,,,,,,,,\n,Name,Place1-1,Place1-2,Place2-1,Place2-2,Unk2-0,Scale,Switch Time,"
        "Material,Switch Sound,Lever Text\n,FLD0-0,FLD1-0,FLD1-1,FLD1-2,FLD1-3,FLD2-0,FLD3-0,"
        "FLD4-0,FLD5-0,FLD6-0,FLD7-0\n,stga4,0.0,2.25,0.0,-2.25,2.0,3.0,30.0,Stone,"
        "Tools\\StoneG.wav,dgunGate01              Опускание\n");
    has(json, "\"place\": [0, 2.25, 0, -2.25]");
    has(json, "\"Tools\\\\StoneG.wav\"");
    assert_int_equal(kit->messages.count, 0);
    json = database_json(kit, "S_Spells.csv",
                         ",,,,,,,,,\n,FLD1-0,FLD2-0,FLD3-0,FLD4-0,FLD5-0,FLD5-1,FLD5-2,FLD5-3,"
                         "FLD5-4\n,acid_column,\"fe,t\",\"r,a,m\",e,1.0,0,0.0,1,1\n");
    has(json, "\"required\": [\"fe\", \"t\"], \"optional\": [\"r\", \"a\", \"m\"]");
    has(json, "\"shops\": [1, 4, 5]");
    json = database_json(kit, "NPC.csv",
                         ",FLD0-0,FLD9-0,FLD11-0\n,Human Hero,\"uniqueingos helm.steel[healing"
                         "{ic,e1}], stone axe.rock\",\"acid_ray{e1;e1},acid_fog{ff,t2}\"\n");
    has(json, "[\"uniqueingos helm.steel[healing{ic,e1}]\", \"stone axe.rock\"]");
    has(json, "[\"acid_ray{e1;e1}\", \"acid_fog{ff,t2}\"]");
    json = database_json(kit, "Weapons.csv",
                         ",FLD0-0,FLD22-0,FLD23-0,FLD22-1\n,axe,0.0,12.0,1.0\n");
    has(json, "\"field_22\": \"000000000000803f\"");
    has(json, "\"range\": 12");
    json = database_json(
        kit, "Answers.csv",
        ",FLD1-0,FLD10-0,FLD32-0\n,Haburu,\"{1=Acks\\H\\24.wav##2=100##3=Освободи "
        "меня, {друг}!##4=s24}{1=Acks\\H\\25.wav##2=30.0##3=Я##4=}\","
        "{1=a##2=0##3=Ой##4=b##10=16335}\n");
    has(json, "\"Acks\\\\H\\\\24.wav\"");
    has(json, "\"Освободименя,{друг}!\"");
    has(json, "16335");
    database_json(kit, "BloodPrints.csv",
                  ",FLD1-0,FLD2-1,FLD2-2,FLD2-3,FLD3-1,FLD3-2,FLD3-2,FLD3-3\n"
                  ",grass,0.6,1200,150,0.5,225,225,150\n");
    assert_true(kit_has_message(kit, "duplicate column FLD3-2"));
    database_json(kit, "HitLocations.csv", ",FLD0-0\n,skull\n");
    database_json(kit, "RaceModels.csv", ",FLD0-0,FLD1-0\n,Human Male,50.0\n");
}

/* As spreadsheets save them in other locales. */
static void tables_with_semicolons_and_tabs_are_read_and_named(void **state)
{
    static const struct {
        char separator;
        const char *says;
    } rows[] = {{';', "read with semicolons between the cells"},
                {'\t', "read with tabs between the cells"}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char c = rows[i].separator;
        const char *json =
            database_json(kit, "levers.csv",
                          arena_format(kit->arena,
                                       "\n\"FLD0-0\"%cFLD1-0%cFLD1-1%cFLD3-0%cFLD7-0\n\"a%cb\"%"
                                       "c0,5%c-2,25%c1,0%ctext, "
                                       "with a comma\n",
                                       c, c, c, c, c, c, c, c, c)
                              .at);
        has(json, "\"place\": [0.5, -2.25], ");
        has(json, "\"text, with a comma\"");
        assert_true(kit_has_message(kit, rows[i].says));
    }
}

static void an_unknown_table_is_reported_with_the_known_ones(void **state)
{
    Kit *kit = *state;
    DbSheet sheets[] = {
        {.path = TEXT("levers.csv"), .bytes = bytes_of_text(TEXT("FLD0-0\na\n"))},
        {.path = TEXT("Weapon.csv"), .bytes = bytes_of_text(TEXT("FLD0-0\na\n"))}};
    Bytes file;
    assert_false(csv_to_db(&(DbSheets){sheets, 2}, DB_items, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit,
                                "Weapon.csv: items has no table of this name; did you mean "
                                "weapons.csv?; its tables are materials, weapons, armors, "
                                "quick, quest, loot"));
    kit_clear(kit);
    assert_false(
        csv_to_db(&(DbSheets){&sheets[1], 1}, DB_KINDS, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "no tables of a database: their names are materials, "));
}

static void tables_of_several_databases_need_a_name(void **state)
{
    Kit *kit = *state;
    DbSheet two[] = {{.path = TEXT("levers.csv"), .bytes = bytes_of_text(TEXT("FLD0-0\na\n"))},
                     {.path = TEXT("quests.csv"), .bytes = bytes_of_text(TEXT("FLD0-0\nb\n"))}};
    const DbSheets sheets = {two, 2};
    Bytes file;
    assert_false(csv_to_db(&sheets, DB_KINDS, &file, kit->arena, &kit->report));
    assert_true(
        kit_has_message(kit, "levers.csv and quests.csv belong to different databases"));
    assert_true(csv_to_db(&sheets, DB_quests, &file, kit->arena, &kit->report));
    assert_bytes_equal(file, one_field(kit, DB_quests, 1, 0, BYTES('b', 0)));
    kit_clear(kit);
    assert_false(csv_to_db(&sheets, DB_items, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "no tables of items"));
}

/* A table under another name was lost without a word. */
static void invalid_table_is_an_error_and_missing_table_is_reported(void **state)
{
    Kit *kit = *state;
    DbSheet two[] = {{.path = TEXT("Skills.CSV"), .bytes = bytes_of_text(TEXT("FLD0-0\na\n"))},
                     {.path = TEXT("perk.csv"), .bytes = bytes_of_text(TEXT("FLD0-0\nb\n"))}};
    Bytes file;
    assert_false(csv_to_db(&(DbSheets){two, 2}, DB_perks, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(
        kit, "perk.csv: perks has no table of this name; did you mean perks.csv?"));
    kit_clear(kit);
    assert_true(csv_to_db(&(DbSheets){two, 1}, DB_perks, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "no perks.csv: the database gets no table Perks"));
}

static void references_and_missing_fields_are_named(void **state)
{
    Kit *kit = *state;
    Db db = db_of_kind(kit, DB_items, 2);
    db.tables[1].records[1].fields[3].data = BYTES('w', 'o', 'o', 'l', 0);
    db.tables[2].records[0].count--;
    db.tables[3].records[0].fields[7].data = BYTES(1, 2);
    assert_false(db_check(db_bytes(kit, &db), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 3);
    assert_int_equal(kit->report.errors, 1); /* references and missing fields are warnings */
    assert_true(
        kit_has_message(kit, "Weapons, record 1: material \"wool\" is not in Materials"));
    assert_true(kit_has_message(kit, "Armors, record 0: field_26 is missing"));
    assert_true(
        kit_has_message(kit, "Quick, record 0: the 2 bytes of price are not a valid f32"));
    kit_clear(kit);
    db = db_of_kind(kit, DB_spells, 1);
    db.tables[2].records[0].fields[0].data = BYTES('x', 0);
    db.tables[2].records[0].fields[1].data = BYTES(1, 12, 'R', '0', ',', 'q', '1', 0);
    assert_true(db_check(db_bytes(kit, &db), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 2);
    assert_true(kit_has_message(kit, "prototype \"x\" is not in Prototypes"));
    assert_true(kit_has_message(kit, "required \"R0,q1\" is not in Modifiers"));
}

static Bytes list_of_one(Kit *kit, const char *text)
{
    Writer item = writer_to(kit->arena), out = writer_to(kit->arena);
    put_db_text(&item, 'S', text);
    db_node_put(&out, 1, writer_bytes(&item));
    return writer_bytes(&out);
}

/* How official databases refer: hundreds of warnings hid the few that matter. */
static void references_of_official_databases_are_known(void **state)
{
    static const struct {
        DbKind kind;
        unsigned table, field;
        const char *text;
        bool known;
    } cases[] = {{DB_quests, 1, 6, "Wolf", true},
                 {DB_quests, 1, 6, "none", true},
                 {DB_quests, 1, 6, "NONE", true},
                 {DB_quests, 1, 6, "q.bz01g.wolf", true},
                 {DB_quests, 1, 6, "q.bz01g.Wolf.2", true},
                 {DB_quests, 1, 6, "q.bz01g.Wolf.x", false},
                 {DB_quests, 1, 6, "q.bz01g.Bear", false},
                 {DB_quests, 1, 7, "bz01g.Wolf", false},
                 {DB_spells, 2, 1, "r", true},
                 {DB_spells, 2, 1, "R,r1", true},
                 {DB_spells, 2, 2, "None", true},
                 {DB_spells, 2, 1, "x", false},
                 {DB_spells, 2, 1, "r3", false}};
    Kit *kit = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Db db = db_of_kind(kit, cases[i].kind, 2);
        kit_clear(kit);
        const Bytes wolf = BYTES('W', 'o', 'l', 'f', 0);
        const Bytes codes[] = {BYTES('r', '0', 0, 0), BYTES('r', '1', 0, 0)};
        for (size_t k = 0; k < 2 && cases[i].kind == DB_spells; k++)
            db.tables[1].records[k].fields[1].data = codes[k];
        if (cases[i].kind == DB_quests)
            db.tables[0].records[0].fields[0].data = wolf;
        db.tables[cases[i].table].records[0].fields[cases[i].field].data =
            list_of_one(kit, cases[i].text);
        db_check(db_bytes(kit, &db), kit->arena, &kit->report);
        const char *said = arena_format(kit->arena, "\"%s\" is not in", cases[i].text).at;
        if (kit_has_message(kit, said) == cases[i].known)
            fail_msg("%s: %s", cases[i].text, kit_message(kit, 0));
    }
}

/* ---- refusals ---- */

static void nodes_that_do_not_fit_are_rejected(void **state)
{
    static const uint8_t files[][16] = {
        {2, 0},                                   /* another node */
        {1, 0xFF, 0xFF, 0xFF, 0xFF},              /* 2 GB */
        {1, 0x09},                                /* a cut length */
        {1, 4, 1, 4},                             /* a table beyond the root */
        {1, 8, 1, 4, 1, 0xFF},                    /* a record beyond its table */
        {1, 12, 1, 8, 1, 4, 0, 0xFF, 0xFF, 0xFF}, /* a field beyond its record */
    };
    static const size_t sizes[] = {2, 5, 2, 4, 6, 10};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        Db db;
        kit_clear(kit);
        assert_false(
            db_read((Bytes){files[i], sizes[i]}, TEXT(""), &db, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
        if (i < 4) /* only the tables are looked at */
            assert_false(db_is((Bytes){files[i], sizes[i]}));
    }
}

/* Ten million empty records would take 160 MB. */
static void a_huge_count_is_rejected_before_memory_is_asked_for(void **state)
{
    enum { RECORDS = 5000000 };
    Kit *kit = *state;
    uint8_t *file = arena_alloc(kit->arena, 10 + 2 * RECORDS, 1);
    uint8_t *at = db_node_head(db_node_head(file, 1, 5 + 2 * RECORDS), 1, 2 * RECORDS);
    Db db;
    for (size_t i = 0; i < RECORDS; i++)
        at[2 * i] = 1;
    const size_t before = arena_used(kit->arena);
    assert_false(
        db_read((Bytes){file, 10 + 2 * RECORDS}, TEXT(""), &db, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "more than 1048576 nodes"));
    assert_true(arena_used(kit->arena) - before < 1 << 20);
}

/* Each empty record would be a row of 100 bytes. */
static void a_table_too_large_for_csv_is_rejected(void **state)
{
    enum { RECORDS = 1000000 };
    Kit *kit = *state;
    Db db = {.trailer = db_trailer, .count = 1};
    DbTable table = {1, NULL, ARENA_ALLOC(kit->arena, DbRecord, RECORDS), RECORDS};
    DbSheets sheets;
    db.tables = &table;
    assert_false(
        db_to_csv(db_bytes(kit, &db), TEXT("items.idb"), &sheets, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "too many for a CSV"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(lengths_above_127_use_the_long_form_and_files_end_with_ten_bytes),
        TEST(values_are_shown_as_specified),
        TEST(columns_match_the_specification),
        TEST(every_kind_survives_csv_and_json),
        TEST(generated_databases_survive_csv_and_json),
        TEST(codes_with_commas_or_outer_blanks_survive_csv),
        TEST(data_outside_tables_is_stored_in_a_side_file),
        TEST(path_decides_between_equally_matching_kinds),
        TEST(suffixes_select_conversions_to_a_folder_and_back),
        TEST(columns_may_have_any_order_and_titles),
        TEST(errors_have_positions),
        TEST(the_dialect_of_modders_is_read),
        TEST(tables_of_modders_repositories_are_read),
        TEST(tables_with_semicolons_and_tabs_are_read_and_named),
        TEST(an_unknown_table_is_reported_with_the_known_ones),
        TEST(tables_of_several_databases_need_a_name),
        TEST(invalid_table_is_an_error_and_missing_table_is_reported),
        TEST(references_and_missing_fields_are_named),
        TEST(references_of_official_databases_are_known),
        TEST(nodes_that_do_not_fit_are_rejected),
        TEST(a_huge_count_is_rejected_before_memory_is_asked_for),
        TEST(a_table_too_large_for_csv_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

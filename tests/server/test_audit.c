/* What a reading of the specs, sentence by sentence, found to be wrong once. */
#include "lib/audit_kit.h"

#include "engine/state/grid.h"

/* The text that a file is left with after build and unpack. */
static const char *round_trip(Kit *kit, ProjectFiles *files, const char *path)
{
    const Bytes first = built(kit, files);
    ProjectFiles again = unbuilt(kit, first);
    project_files_sort(&again);
    const ProjectFile *file = project_file(&again, text_of(path));
    assert_non_null(file);
    assert_bytes_equal(built(kit, &again), first);
    return arena_text(kit->arena, text_of_bytes(file->bytes)).at;
}

/* ---- texts ---- */

/* The backslash was taken for a continued line, and the next line was eaten. */
static void a_text_may_end_in_a_backslash(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "dialogs/how.dlg", "TirNanoG Dialog\nC:\\\nD:\\\n- - 0\n");
    assert_string_equal(round_trip(kit, &files, "dialogs/how.dlg"),
                        "TirNanoG Dialog\r\nC:\\\r\nD:\\\r\n- - 0\r\n");
    kit_free(kit);
}

static void backslash_continues_line_of_colours(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(
        kit, &files, "ui/elements.cfg",
        "TirNanoG Elements\r\nFF000001 FF000002 FF000003 FF000004 FF000005 \\\r\n   FF000006 "
        "FF000007 FF000008\\\r\nFF000009 FF00000A\r\n. . 1 - 0\r\n. . 1 - 0\r\n. . 1 - 0\r\n"
        ". . 1 - 0\r\n. . 1 - 0\r\n. . 1 - 0\r\n- - -\r\n");
    TngFile *game = game_of(kit, built(kit, &files));
    const TngElements *elements = tng_section(game, SECTION_ELEMENTS)->record;
    assert_int_equal(elements->colours[9], 0xFF0A0000);
    kit_free(kit);
}

static void byte_order_mark_is_accepted(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const Bytes plain = built(kit, &files);
    const ProjectFile *config = project_file(&files, TEXT("config"));
    put_text(kit, &files, "config",
             arena_format(kit->arena, "\xEF\xBB\xBF%.*s", (int)config->bytes.size,
                          (const char *)config->bytes.data)
                 .at);
    assert_bytes_equal(built(kit, &files), plain);
    kit_free(kit);
}

/* Texts got their numbers in the order of paths: npc/z.npc came before npcs/a.npc. */
static void texts_are_numbered_by_the_names_of_entities_and_not_by_paths(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles one = small_project(kit), two = small_project(kit);
    put_text(kit, &one, "npcs/z.npc", "TirNanoG NPC\nLast\nstand 0 0 0\n");
    put_text(kit, &two, "npc/z.npc", "TirNanoG NPC\nLast\nstand 0 0 0\n");
    assert_bytes_equal(built(kit, &one), built(kit, &two));
    kit_free(kit);
}

static void authors_that_are_grouped_survive_build_unpack_build(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(
        kit, &files, "ui/credits.cfg",
        "TirNanoG Credits\n- -\nFFFFFFFF . . 1 -\nFFFFFFFF . . 1 -\nm Ann\ng Bob\nm Cid\n");
    assert_non_null(
        strstr(round_trip(kit, &files, "ui/credits.ui"), "\r\nm Ann\r\nm Cid\r\ng Bob\r\n"));
    kit_free(kit);
}

/* ---- layers ---- */

/* A brace or a leading l in a title hid the layers, and only the last one was kept. */
static void layers_are_merged_despite_misleading_titles(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "chars/hat_soo0.png", PIXEL(9, 9, 9, 128));
    put_text(kit, &files, "npcs/guide.npc",
             "TirNanoG NPC\nl hero {\nstand 0 0 0\n"
             "l hero - - - - - - - - - - - - - - - - - - -\n"
             "l hat - - - - - - - - - - - - - - - - - - -\n");
    put_text(kit, &files, "game/hats.opt",
             "TirNanoG CharOptions\no {\no Hat\nd with a { brace\n"
             "l hero_walk - - - - - - - - - - - - - - - - - - -\n"
             "l hat - - - - - - - - - - - - - - - - - - -\n");
    TngFile *game = game_of(kit, built(kit, &files));
    const TngNpc *npc = asset_of(kit, game, SECTION_NPCS, 0);
    const TngOptions *hats = asset_of(kit, game, SECTION_OPTIONS, 1);
    const TngSection *chars = tng_section(game, SECTION_CHARS);
    assert_int_equal(chars->count, 5); /* hat, hero, hero_walk, two that are merged */
    const TngSprite *merged = asset_of(kit, game, SECTION_CHARS, npc->sprites[0].index);
    assert_int_equal(merged->directions_count, 4);
    merged = asset_of(kit, game, SECTION_CHARS, hats->options[0].sprites[0].index);
    assert_int_equal(merged->directions[0].frame_count, 2);
    kit_free(kit);
}

static void a_merged_sprite_has_the_category_of_its_layers(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "tiles/leaf_soo0.png", PIXEL(9, 9, 9, 128));
    put_text(kit, &files, "npcs/guide.npc",
             "TirNanoG NPC\nBush\nstand 0 0 0\n"
             "l tree - - - - - - - - - - - - - - - - - - -\n"
             "l leaf - - - - - - - - - - - - - - - - - - -\n");
    TngFile *game = game_of(kit, built(kit, &files));
    const TngNpc *npc = asset_of(kit, game, SECTION_NPCS, 0);
    assert_int_equal(npc->sprites[0].category, 1);
    assert_int_equal(tng_section(game, SECTION_TILES)->count, 6);
    kit_free(kit);
}

/* ---- display ---- */

static void combined_status_bar_has_no_separate_sprites(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "ui/box_soo0.png", PIXEL(1, 2, 3, 255));
    put_text(
        kit, &files, "ui/hud.cfg",
        "TirNanoG HUD\n- -\nbox box\n1 2 3 4 5 6 7\nbox box 1\n- - 1 2 3 4\n. . 1 -\n- - -\n");
    TngFile *game = game_of(kit, built(kit, &files));
    const TngHud *hud = tng_section(game, SECTION_HUD)->record;
    assert_int_equal(hud->combined, 1);
    assert_int_equal(hud->items_background.index, 0);
    assert_int_equal(hud->status_background.index, TNG_NO_SPRITE);
    assert_int_equal(hud->status_foreground.index, TNG_NO_SPRITE);
    kit_free(kit);
}

static void a_slot_with_a_blank_in_its_name_can_be_named_by_objects(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "ui/hud.cfg",
             "TirNanoG HUD\n- -\n- -\n1 2 3 4 5 6 7\n- - 0\n- - 1 2 3 4\n. . 1 -\n- - -\n"
             "s 1 2 left\ns 1 2 left hand\n");
    put_text(kit, &files, "objects/coin.obj",
             "TirNanoG Object\nCoin\n0 0 - - - 0 - 0 0 0\ns left hand -\n");
    assert_string_equal(round_trip(kit, &files, "objects/coin.obj"),
                        "TirNanoG Object\r\nCoin\r\n0 0 - - - 0 - 0 0 0\r\ns left hand -\r\n");
    kit_free(kit);
}

/* In the order of the format: picked up, used, dropped, put on. */
static void sounds_of_an_object_survive_a_round_trip(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const char *text = "TirNanoG Object\r\nCoin\r\n0 0 - - - 0 - 0 0 0\r\nn ding\r\nn -\r\n"
                       "n dong\r\n";
    put_text(kit, &files, "sounds/ding.ogg", "OggS");
    put_text(kit, &files, "sounds/dong.ogg", "OggS");
    put_text(kit, &files, "objects/coin.obj", text);
    assert_string_equal(round_trip(kit, &files, "objects/coin.obj"), text);
    kit_free(kit);
}

/* ---- mistakes ---- */

#define NPC "TirNanoG NPC\nA\nstand 0 0 0\n"
#define HUD "TirNanoG HUD\n- -\n- -\n1 2 3 4 5 6 7\n- - 0\n- - 1 2 3 4\n. . 1 -\n- - -\n"
#define OBJECT "TirNanoG Object\nA\n0 0 - - - 0 - 0 0 0\n"
#define NONE19 "- - - - - - - - - - - - - - - - - - - "
#define LONG32 "abcdefghijklmnopqrstuvwxyzabcdef"

static const struct {
    const char *path, *text, *says;
} mistakes[] = {
    {"config", "TirNanoG Project 0\n" LONG32 LONG32 LONG32 LONG32 "x\northo 32 32 32\n",
     "config: the title has 129 bytes; the maximum is 128"},
    {"config", "TirNanoG Project 1\nA\northo 32 32 32\n", "revision 1 of the format"},
    {"config", "TirNanoG Project\n", "unexpected end of file; expected a line with title"},
    {"game/attributes.cfg", "TirNanoG AttrConf\n",
     "unexpected end of file; expected a line with total, most"},
    {"ui/hud.cfg", HUD "s 1 2 a\ns 3 4 a\n", "ui/hud.cfg: duplicate equipment slot \"a\""},
    {"ui/hud.cfg", HUD "p 4 0 0 - - - -\n", "\"4\" is not a number from 0 to 3 for direction"},
    {"npcs/a.npc", NPC "e timer13 {\n}\n",
     "unknown timer \"timer13\"; expected timer0 to timer12"},
    {"npcs/a.npc", NPC "e ontimer11 {\n}\n", "unknown timer \"ontimer11\""},
    {"npcs/a.npc", NPC "i 101 1 1 coin\n", "\"101\" is not a number from 0 to 100 for chance"},
    {"npcs/a.npc", "TirNanoG NPC\nA\npatrol 0 0 99\n", "is not a number from 0 to 98 for path"},
    {"game/body.opt", "TirNanoG CharOptions\nA\no B\nd one\nd two\n",
     "game/body.opt:5:1: error: duplicate line \"d\""},
    {"quests/a.qst", "TirNanoG Quest\n0\nA\nB\ne complete {\n}\ne complete {\n}\n",
     "quests/a.qst:7:1: error: duplicate line \"e\""},
    {"game/startup.cfg", "TirNanoG StartUp\ne start {\n}\ne start {\n}\n",
     "game/startup.cfg:4:3: error: duplicate handler \"start\""},
    {"game/startup.cfg", "TirNanoG StartUp\ne timer1 {\n}\ne every100 {\n}\n",
     "game/startup.cfg:4:3: error: an earlier handler has the same interval"},
    {"objects/coin.obj", OBJECT "f " NONE19 "-\nf " NONE19 "-\n",
     "line \"f\" (above) or \"b\" (behind) occurs more than once"},
    {"objects/coin.obj", "TirNanoG Object\nA\n1 1 - - - 0 - 0 0 0\n32\n",
     "objects/coin.obj:4:1: error: \"32\" is not a number from 0 to 31"},
    {"game/actions.cfg", "TirNanoG Actions\ne action1 - \xFF {\n}\n", "invalid UTF-8"},
    {"ui/a.cut", "TirNanoG CutScene\n- - - -\nt 1 2 3 4 101 0 0 FFFFFFFF .. 1 - A\n",
     "\"101\" is not a number from 0 to 100 for x"},
    {"ui/a.cut", "TirNanoG CutScene\n- - - -\nt 1 2 3 4 100 0 3 FFFFFFFF .. 1 - A\n",
     "\"3\" is not a number from 0 to 2 for align"},
};

static bool said(Kit *kit, const char *part)
{
    for (size_t i = 0; i < kit->messages.count; i++) {
        const Message *message = &kit->messages.items[i];
        const Text line =
            arena_format(kit->arena, "%.*s:%u:%u: error: %.*s", (int)message->subject.size,
                         message->subject.at, message->line, message->column,
                         (int)message->text.size, message->text.at);
        if (strstr(line.at, part) || kit_has_message(kit, part))
            return true;
    }
    return false;
}

static void invalid_project_files_are_rejected(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        Kit *kit = kit_new();
        Bytes out;
        ProjectFiles files = small_project(kit);
        put_text(kit, &files, mistakes[i].path, mistakes[i].text);
        assert_false(try_build(kit, &files, &out));
        if (!said(kit, mistakes[i].says))
            fail_msg("%s: not \"%s\" but \"%s\"", mistakes[i].path, mistakes[i].says,
                     kit_message(kit, 0));
        kit_free(kit);
    }
}

/* Slots from 32 on were written behind the end of a list. */
static void object_in_slot_40_is_accepted(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Bytes out;
    ProjectFiles files = small_project(kit);
    Writer hud = writer_to(kit->arena);
    write_text(&hud, TEXT(HUD));
    for (int i = 0; i < 40; i++)
        write_format(&hud, "s 0 0 slot%d\n", i);
    audit_put(kit, &files, "ui/hud.cfg", writer_bytes(&hud));
    put_text(kit, &files, "objects/coin.obj", OBJECT "s slot39 -\n");
    assert_false(try_build(kit, &files, &out));
    assert_true(kit_has_message(kit, "40 equipment slots; the maximum is 32"));
    kit_free(kit);
}

/* They were built, and the game could not be unpacked. */
static void images_with_invalid_names_are_rejected(void **state)
{
    (void)state;
    static const char *const paths[] = {"tiles/my oak_soo0.png", "backs/a=b_full.png"};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        Kit *kit = kit_new();
        Bytes out;
        ProjectFiles files = small_project(kit);
        put_picture(kit, &files, paths[i], PIXEL(1, 2, 3, 255));
        assert_false(try_build(kit, &files, &out));
        assert_true(kit_has_message(kit, "expected letters, digits, \"_\" and \".\" only"));
        kit_free(kit);
    }
}

static const char tmx_start[] =
    "<?xml version=\"1.0\"?><map orientation=\"orthogonal\" width=\"32\" height=\"32\" "
    "tilewidth=\"32\" tileheight=\"32\"><properties><property name=\"";

static void properties_of_maps_are_read_to_their_end_and_in_their_range(void **state)
{
    (void)state;
    static const char *const properties[][2] = {
        {"parallax\" value=\"1 -101 0 0 0 5 grass\"/>",
         "\"-101\" is not a number from -100 to 100"},
        {"parallax\" value=\"1 0 101 0 0 5 grass\"/>", "\"101\" is not a number from 0 to 100"},
        {"parallax\" value=\"1 0 0 0 0 5 grass x\"/>", "unexpected \"x\""},
        {"daylight\" value=\"24 - x\"/>", "unexpected \"x\""},
        {"music\" value=\"- x\"/>", "unexpected \"x\""},
    };
    for (size_t i = 0; i < COUNT_OF(properties); i++) {
        Kit *kit = kit_new();
        Bytes out;
        ProjectFiles files = small_project(kit);
        put_text(
            kit, &files, "maps/meadow.tmx",
            arena_format(kit->arena, "%s%s</properties></map>", tmx_start, properties[i][0])
                .at);
        assert_false(try_build(kit, &files, &out));
        assert_true(kit_has_message(kit, properties[i][1]));
        kit_free(kit);
    }
}

static void layers_after_an_error_are_skipped(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    Bytes out;
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "game/body.opt",
             "TirNanoG CharOptions\nBody\no Wanderer\ne click {\n"
             "l hero - - - - - - - - - - - - - - - - - - -\n"
             "l hero_walk - - - - - - - - - - - - - - - - - - -\n");
    assert_false(try_build(kit, &files, &out));
    kit_free(kit);
}

/* "An entry that is missing or empty falls back to the original." */
static void msgid_without_msgstr_falls_back_to_original(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    TngTexts texts;
    put_text(
        kit, &files, "lang/de.po",
        "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\nmsgid \"mygame\"\nmsgid "
        "\"Wanderer\"\n");
    TngFile *game = game_of(kit, built(kit, &files));
    assert_true(tng_texts(tng_language(game, 0), &texts, kit->arena, &kit->report));
    assert_true(text_is(texts.items[0], "mygame"));
    assert_true(text_is(texts.items[1], "Deutsch"));
    kit_free(kit);
}

/* Translators fill the second entry, too. The message named the first one, which is empty. */
static void first_translation_that_is_not_empty_is_used(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    TngTexts texts;
    put_text(kit, &files, "lang/de.po",
             "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n"
             "msgid \"mygame\"\nmsgstr \"\"\nmsgid \"mygame\"\nmsgstr \"Spiel\"\n"
             "msgid \"mygame\"\nmsgstr \"anderes\"\n");
    TngFile *game = game_of(kit, built(kit, &files));
    assert_true(tng_texts(tng_language(game, 0), &texts, kit->arena, &kit->report));
    assert_true(text_is(texts.items[0], "Spiel"));
    assert_true(kit_has_message(kit,
                                "lang/de.po:6: warning: duplicate \"mygame\": the first one "
                                "that is not empty is used"));
    assert_true(kit_has_message(kit, "lang/de.po:8: warning: duplicate"));
    kit_free(kit);
}

/* The map of a 3d game was refused as no 3d map, which Tiled does not have. */
static void a_game_in_3d_has_orthogonal_maps(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "config", "TirNanoG Project 0\nA\n3d 32 32 32\n");
    const Bytes first = built(kit, &files);
    ProjectFiles again = unbuilt(kit, first);
    assert_bytes_equal(built(kit, &again), first);
    TngFile game;
    assert_true(tng_read(first, &game, kit->arena, &kit->report));
    assert_int_equal(game.header.type_bits & 15, 4);
    assert_int_equal(grid_of(&game.header).type, GRID_ORTHO);
    kit_free(kit);
}

/* ---- what an author should know ---- */

static void suspicious_files_cause_warnings_and_are_built(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *says;
    } oddities[] = {
        {"ui/a.cut", "TirNanoG CutScene\n- - - -\ni 1 2 3 4 00000000 -\n",
         "ui/a.cut: warning: slide 0: expected either a colour or an image"},
        {"objects/coin.obj", OBJECT "o Wandrer\n", "no character option is called \"Wandrer\""},
        {"speech/hi_fr.ogg", "OggS", "speech/hi_fr.ogg: warning: no lang/fr.po"},
        {"lang/french.po", "# TirNanoG Translation\n", "not part of a project"},
    };
    for (size_t i = 0; i < COUNT_OF(oddities); i++) {
        Kit *kit = kit_new();
        Bytes out;
        ProjectFiles files = small_project(kit);
        put_text(kit, &files, oddities[i].path, oddities[i].text);
        assert_true(try_build(kit, &files, &out));
        if (!kit_has_message(kit, oddities[i].says))
            fail_msg("not \"%s\" but \"%s\"", oddities[i].says, kit_message(kit, 0));
        kit_free(kit);
    }
}

static void check_reads_extensions(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "ext/more.cfg",
             "TirNanoG Extension\n0 -\no 18\nl fr\nm meadw\no 17\nl en\nm meadow\n");
    assert_false(project_check(&files, kit->arena, &kit->report));
    assert_int_equal(kit->report.errors, 3);
    assert_true(kit_has_message(kit, "section number 18 is too high; expected 0 to 17"));
    assert_true(kit_has_message(kit, "no map \"meadw\"; did you mean \"meadow\"?"));
    assert_true(kit_has_message(kit, "no language \"fr\""));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_may_end_in_a_backslash),
        cmocka_unit_test(backslash_continues_line_of_colours),
        cmocka_unit_test(byte_order_mark_is_accepted),
        cmocka_unit_test(texts_are_numbered_by_the_names_of_entities_and_not_by_paths),
        cmocka_unit_test(authors_that_are_grouped_survive_build_unpack_build),
        cmocka_unit_test(layers_are_merged_despite_misleading_titles),
        cmocka_unit_test(a_merged_sprite_has_the_category_of_its_layers),
        cmocka_unit_test(combined_status_bar_has_no_separate_sprites),
        cmocka_unit_test(a_slot_with_a_blank_in_its_name_can_be_named_by_objects),
        cmocka_unit_test(sounds_of_an_object_survive_a_round_trip),
        cmocka_unit_test(invalid_project_files_are_rejected),
        cmocka_unit_test(object_in_slot_40_is_accepted),
        cmocka_unit_test(images_with_invalid_names_are_rejected),
        cmocka_unit_test(properties_of_maps_are_read_to_their_end_and_in_their_range),
        cmocka_unit_test(layers_after_an_error_are_skipped),
        cmocka_unit_test(msgid_without_msgstr_falls_back_to_original),
        cmocka_unit_test(first_translation_that_is_not_empty_is_used),
        cmocka_unit_test(a_game_in_3d_has_orthogonal_maps),
        cmocka_unit_test(suspicious_files_cause_warnings_and_are_built),
        cmocka_unit_test(check_reads_extensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

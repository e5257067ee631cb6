/* Where the values of a project's text files are in the game: not only that they come back when
 * it is unpacked, which two members that change places would do as well. */
#include "lib/kit.h"

#include "base/json.h"
#include "kit/formats/format.h"
#include "base/image/png_write.h"
#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"

/* ---- a project with a file of each kind, whose values all differ ---- */

static const struct {
    const char *path, *text;
} texts[] = {
    {"ui/elements.cfg",
     "TirNanoG Elements\n"
     "FF000001 FF000002 FF000003 FF000004 FF000005 FF000006 FF000007 FF000008 "
     "FF000009 8000000A\n"
     ". . 16 plain 1\n"
     "B . 17 plain 2\n"
     ". I 18 plain 3\n"
     "B I 19 other 4\n"
     ". . 20 plain 5\n"
     ". . 21 - 6\n"
     "s1 s2 s3\n"
     "u1\n"
     "u2\n"
     "u3\n"
     "u4\n"
     "u5\n"
     "u6\n"
     "u7\n"
     "u8\n"
     "u9\n"},
    {"ui/mainmenu.cfg", "TirNanoG MainMenu\n"
                        "m2 - b1\n"
                        "1 -2 100 b2\n"
                        "-3 4 200 b3\n"
                        "5 6 300 -\n"
                        "u1\n"
                        "1 0 FF000001 FF000002 B . 24 other\n"
                        "https://example.org\n"
                        ". I 25 plain 7\n"
                        "FF000003 u2 u3 u4\n"
                        "FF000004 u3 u4 u5\n"
                        "FF000005 u4 u5 u6\n"
                        "FF000006 u5 u6 u7\n"
                        "u6 u7 u8\n"
                        "FF000007 FF000008\n"},
    {"ui/hud.cfg", "TirNanoG HUD\n"
                   "u1 u2\n"
                   "u3 u4\n"
                   "5 6 7 8 9 10 11\n"
                   "u5 u6 0\n"
                   "u7 u8 12 13 14 15\n"
                   "B . 16 other\n"
                   "u9 u1 u2\n"
                   "p 0 17 18 hp strength u3 u4\n"
                   "p 1 19 20 strength hp u5 u6\n"
                   "p 2 21 22 hp strength u7 -\n"
                   "p 3 0 0 hp - - -\n"
                   "s 23 24 head\n"
                   "s 25 26 hand\n"},
    {"ui/alerts.cfg", "TirNanoG Alerts\n"
                      "B I 20 other\n"
                      "300 50 250\n"
                      "FF000001 s1 New quest\n"
                      "FF000002 s2 Done\n"
                      "FF000003 - Failed\n"},
    {"ui/credits.ui", "TirNanoG Credits\n"
                      "m2 b1\n"
                      "FF000001 B . 20 other\n"
                      "FF000002 . I 16 plain\n"
                      "g Ann\n"
                      "c Bob\n"
                      "d Cat\n"
                      "a Dan\n"
                      "f Eve\n"
                      "m Fay\n"
                      "s Gus\n"
                      "v Hal\n"
                      "t Ida\n"},
    {"ui/door.chr", "TirNanoG Chooser\n"
                    "1 2 3 4\n"
                    "0 0 u1 u2 u3 0 - -\n"
                    "12 1 u4 - - 0 b=1 c=-5\n"
                    "3 0 u5 - - 0 hp>=5&b!=3 hp=7\n"
                    "13 1 10 20 90 100 - z=1\n"},
    {"ui/intro.cut", "TirNanoG CutScene\n"
                     "- - m1 m2\n"
                     "i 10 50 250 300 FF000001 -\n"
                     "i 310 350 500 600 00000000 b2\n"
                     "s 20 v2\n"
                     "t 30 40 60 70 50 90 1 FF000002 BI 16 other Long ago\n"
                     "e {\n"
                     "    delay(100)\n"
                     "}\n"},
    {"game/startup.cfg", "TirNanoG StartUp\n"
                         "e start {\n"
                         "    delay(1)\n"
                         "}\n"
                         "e timer1 {\n"
                         "    delay(2)\n"
                         "}\n"},
    {"game/attributes.cfg", "TirNanoG AttrConf\n"
                            "10 5\n"
                            "light\n"
                            "weight\n"
                            "speed\n"},
    {"game/strength.atr", "TirNanoG Attribute\n"
                          "p Strength\n"
                          "0\n"},
    {"game/weight.atr", "TirNanoG Attribute\n"
                        "v\n"
                        "-3\n"},
    {"game/light.atr", "TirNanoG Attribute\n"
                       "v Light\n"
                       "4\n"},
    {"game/speed.atr", "TirNanoG Attribute\n"
                       "c Speed\n"
                       "strength\n"},
    {"game/day.atr", "TirNanoG Attribute\n"
                     "g Day\n"
                     "1\n"
                     "e onchange {\n"
                     "    delay(3)\n"
                     "}\n"},
    {"game/night.atr", "TirNanoG Attribute\n"
                       "G\n"
                       "day\n"},
    {"game/actions.cfg", "TirNanoG Actions\n"
                         "e action1 strength Hit hard {\n"
                         "    delay(4)\n"
                         "}\n"
                         "e action9 - {\n"
                         "    delay(5)\n"
                         "}\n"},
    {"game/body.opt",
     "TirNanoG CharOptions\n"
     "Body\n"
     "p u1\n"
     "o Wanderer\n"
     " d Walks a lot\n"
     " a hp 20\n"
     " r strength>=1\n"
     " i 2 coin\n"
     " l c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 p1\n"
     "o Other\n"},
    {"game/character.cfg", "TirNanoG CharBase\n"
                           "8 body\n"},
    {"npcs/guide.npc",
     "TirNanoG NPC\n"
     "Guide\n"
     "patrol 150 200 3\n"
     "a hp 5\n"
     "r day!=2\n"
     "l c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 p2\n"
     "i 50 3 10 coin\n"
     "e click {\n"
     "    delay(1)\n"
     "}\n"
     "e touch {\n"
     "    delay(2)\n"
     "}\n"
     "e approach 3 {\n"
     "    delay(3)\n"
     "}\n"
     "e leave 4 {\n"
     "    delay(4)\n"
     "}\n"
     "e action9 {\n"
     "    delay(5)\n"
     "}\n"
     "e using2 coin {\n"
     "    delay(6)\n"
     "}\n"
     "e sell {\n"
     "    delay(7)\n"
     "}\n"
     "e buy {\n"
     "    delay(8)\n"
     "}\n"
     "e ontimer10 {\n"
     "    delay(9)\n"
     "}\n"},
    {"npcs/nest.swr", "TirNanoG Spawner\n"
                      "3 500\n"
                      "hp>=5 strength=2 c1 guide\n"
                      "- - - guide\n"},
    {"dialogs/welcome.dlg", "TirNanoG Dialog\n"
                            "The title\n"
                            "The message\n"
                            "v1 p1 1\n"
                            "hp>3 hp=1 v2 Yes\n"
                            "- - - No.\n"},
    {"dialogs/forge.cft",
     "TirNanoG CraftRules\n"
     "Forge\n"
     "Make it\n"
     "s1 p1 1\n"
     "2 coin 1 t1 0 t2 3 t3 4 t4 5 t5 6 t6 7 t7 8 t8 9 t9 10 t1 11 t2 12 t3 13 t4 "
     "14 t5 15 t6 0 -\n"},
    {"objects/coin.obj",
     "TirNanoG Object\n"
     "Coin\n"
     "2 1 1 u1 s1 5 coin 7 0 3\n"
     "1 9\n"
     "s head u2\n"
     "s hand -\n"
     "r hp>=1\n"
     "m 1 0 strength 2\n"
     "m 0 1 hp -50\n"
     "p t1 30 t2\n"
     "f c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 p1\n"
     "b c2 - - - - - - - - - - - - - - - - - - -\n"
     "o Wanderer\n"
     " f c3 - - - - - - - - - - - - - - - - - - -\n"
     " b c4 - - - - - - - - - - - - - - - - - - -\n"
     "e click {\n"
     "    delay(1)\n"
     "}\n"
     "e touch {\n"
     "    delay(2)\n"
     "}\n"
     "e action1 {\n"
     "    delay(3)\n"
     "}\n"
     "e sell {\n"
     "    delay(4)\n"
     "}\n"
     "e buy {\n"
     "    delay(5)\n"
     "}\n"
     "e approach 3 {\n"
     "    delay(6)\n"
     "}\n"
     "e leave 4 {\n"
     "    delay(7)\n"
     "}\n"
     "e using1 sign {\n"
     "    delay(8)\n"
     "}\n"},
    {"objects/sign.obj", "TirNanoG Object\n"
                         "Sign\n"
                         "0 0 - - - 0 - 0 1 0\n"
                         "m 0 0 - 2\n"},
    {"tiles/grass.til", "TirNanoG TileRule\n"
                        "90 s1\n"
                        "80 s2\n"
                        "70 s3\n"
                        "300 s4\n"},
    {"quests/find.qst", "TirNanoG Quest\n"
                        "1\n"
                        "Find it\n"
                        "Somewhere.\n"
                        "e complete {\n"
                        "    delay(1)\n"
                        "}\n"},
};

typedef struct Writing {
    Kit *kit;
    ProjectFiles files;
} Writing;

static void put(Writing *writing, const char *path, Bytes bytes)
{
    ProjectFiles *files = &writing->files;
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    *ARENA_PUSH(writing->kit->arena, files->items, files->count) =
        (ProjectFile){text_of(path), bytes};
}

/* FOLDER/LETTER1.., each of another colour. */
static void put_images(Writing *writing, const char *folder, char letter, unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        const Image image = image_new(4, 4, writing->kit->arena);
        *image_at(&image, 1, 1) = PIXEL(i, letter, 3, 255);
        put(writing,
            arena_format(writing->kit->arena, "%s/%c%u_soo0.png", folder, letter, i).at,
            png_write(&image, NULL, writing->kit->arena));
    }
}

static void put_copies(Writing *writing, const char *from, const char *format, unsigned count)
{
    Bytes bytes;
    assert_true(file_load(from, &bytes, writing->kit->arena, &writing->kit->report));
    for (unsigned i = 1; i <= count; i++)
        put(writing, arena_format(writing->kit->arena, format, i).at, bytes);
}

static Bytes built_bytes(Kit *kit)
{
    Writing writing = {.kit = kit};
    ProjectFiles start;
    TngOutput out;
    assert_true(project_new(TEXT("values"), &start, kit->arena, &kit->report));
    writing.files = start;
    writing.files.items = NULL;
    writing.files.count = 0;
    for (size_t i = 0; i < start.count; i++)
        put(&writing, arena_text(kit->arena, start.items[i].path).at, start.items[i].bytes);
    put_images(&writing, "ui", 'u', 9);
    put_images(&writing, "backs", 'b', 3);
    put_images(&writing, "chars", 'c', 19);
    put_images(&writing, "portraits", 'p', 2);
    put_images(&writing, "tiles", 't', 9);
    put_copies(&writing, "tests/scripts/world/sounds/clock.ogg", "sounds/s%u.ogg", 4);
    put_copies(&writing, "tests/scripts/world/music/tune.ogg", "music/m%u.ogg", 2);
    put_copies(&writing, "tests/scripts/world/speech/hello_en.ogg", "speech/v%u_en.ogg", 2);
    put_copies(&writing, "tests/scripts/world/fonts/plain.sfn", "fonts/other.sfn", 1);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        put(&writing, texts[i].path, bytes_of_text(text_of(texts[i].text)));
    if (!project_build(&writing.files, &(BuildOptions){0}, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&out, kit->arena);
}

/* The game as JSON, with the names of what it refers to. */
static json_t *built(Kit *kit)
{
    Writer json = writer_to(kit->arena);
    if (!format_to_json(format_named(TEXT("tng")), built_bytes(kit), true, &json, kit->arena,
                        &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    json_t *game = json_loadb((const char *)json.data, json.size, 0, NULL);
    assert_non_null(game);
    return game;
}

/* ---- a record in one line ---- */

static void print_value(Writer *out, const char *key, const json_t *value, const json_t *name);

static bool ends(const char *text, const char *end) { return text_ends(text_of(text), end); }

/* Sizes and counts follow from the rest. */
static bool is_left_out(const char *key)
{
    static const char *const keys[] = {"_count",       "_size",         "_name",
                                       "twice",        "zero",          "row_length",
                                       "other_layers", "equipped_again"};
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (ends(key, keys[i]))
            return true;
    return false;
}

static void print_object(Writer *out, const json_t *object)
{
    const char *key;
    json_t *value;
    const char *between = "";
    const json_t *index = json_object_get(object, "index");
    if (index && json_object_get(object, "category")) {
        print_value(out, "index", index, json_object_get(object, "index_name"));
        return;
    }
    write_u8(out, '{');
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        char name[80];
        if (is_left_out(key))
            continue;
        snprintf(name, sizeof name, "%s_name", key);
        write_format(out, "%s%s=", between, key);
        print_value(out, key, value, json_object_get(object, name));
        between = " ";
    }
    write_u8(out, '}');
}

static void print_number(Writer *out, const char *key, json_int_t number)
{
    if (ends(key, "colour") || ends(key, "colours") || ends(key, "shadow") ||
        !strncmp(key, "graph", 5))
        write_format(out, "%08X", (unsigned)number);
    else if (number == 65535 || number == 16777215)
        write_u8(out, '-');
    else
        write_format(out, "%lld", (long long)number);
}

static void print_value(Writer *out, const char *key, const json_t *value, const json_t *name)
{
    if (json_is_object(value)) {
        print_object(out, value);
    } else if (json_is_array(value)) {
        write_u8(out, '[');
        for (size_t i = 0; i < json_array_size(value); i++) {
            write_format(out, "%s", i ? " " : "");
            print_value(out, key, json_array_get(value, i),
                        name ? json_array_get(name, i) : NULL);
        }
        write_u8(out, ']');
    } else if (json_is_string(name) && *json_string_value(name)) {
        write_format(out, "%s", json_string_value(name));
    } else if (json_is_string(value)) {
        write_format(out, "%s", json_string_value(value));
    } else {
        print_number(out, key, json_integer_value(value));
    }
}

static void print_entry(Writer *out, const json_t *entry)
{
    static const char *const keys[] = {"interval", "range", "asset"};
    const json_t *asset = json_object_get(entry, "asset");
    if (json_object_get(entry, "speeds")) {
        print_object(out, entry);
        return;
    }
    if (!asset)
        return;
    if (!json_object_get(entry, "interval") && !json_object_get(entry, "range")) {
        print_object(out, asset);
        return;
    }
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (json_object_get(entry, keys[i])) {
            char name[80];
            snprintf(name, sizeof name, "%s_name", keys[i]);
            print_value(out, keys[i], json_object_get(entry, keys[i]),
                        json_object_get(entry, name));
        }
}

/* The only record of a section, its entry of that name, or all entries. */
static Text section_text(Kit *kit, const json_t *game, unsigned type, const char *wanted)
{
    Writer out = writer_to(kit->arena);
    const json_t *sections = json_object_get(game, "sections");
    for (size_t i = 0; i < json_array_size(sections); i++) {
        const json_t *section = json_array_get(sections, i);
        const json_t *entries = json_object_get(section, "entries");
        if (json_integer_value(json_object_get(section, "type")) != type)
            continue;
        if (!entries)
            print_object(&out, json_object_get(section, "record"));
        for (size_t k = 0; k < json_array_size(entries); k++) {
            const json_t *entry = json_array_get(entries, k);
            const char *name = json_string_value(json_object_get(entry, "name_name"));
            const char *sprite = json_string_value(json_object_get(entry, "sprite_name"));
            if (!wanted || (name && !strcmp(name, wanted)) ||
                (sprite && !strcmp(sprite, wanted)))
                print_entry(&out, entry);
        }
    }
    return writer_text(&out);
}

static void check_section(unsigned type, const char *wanted, const char *expected)
{
    Kit *kit = kit_new();
    json_t *game = built(kit);
    const Text text = section_text(kit, game, type, wanted);
    json_decref(game);
    assert_string_equal(arena_text(kit->arena, text).at, expected);
    kit_free(kit);
}

/* ---- the kinds ---- */

static void elements_cfg_gives_the_record_of_the_interface(void **state)
{
    (void)state;
    check_section(SECTION_ELEMENTS, NULL,
                  "{colours=[FF010000 FF020000 FF030000 FF040000 FF050000 FF060000 FF070000 "
                  "FF080000 FF090000 800A0000] fonts=[{font={style=0 size=16 font=plain} "
                  "padding=1} {font={style=1 size=17 font=plain} padding=2} {font={style=2 "
                  "size=18 font=plain} padding=3} {font={style=3 size=19 font=other} "
                  "padding=4} {font={style=0 size=20 font=plain} padding=5} {font={style=0 "
                  "size=21 font=0} padding=6}] sounds=[s1 s2 s3] sprites=[u1 u2 u3 u4 u5 u6 "
                  "u7 u8 u9]}");
}

static void mainmenu_cfg_gives_the_record_of_the_menu(void **state)
{
    (void)state;
    check_section(SECTION_MAIN_MENU, NULL,
                  "{intro=intro enabled=1 look={music=m2 movie=0 background=b1 "
                  "parallaxes=[{dx=1 dy=-2 time=100 sprite=b2} {dx=-3 dy=4 time=200 "
                  "sprite=b3} {dx=5 dy=6 time=300 sprite=-}] title=u1 flags=2 "
                  "title_colour=FF010000 title_shadow=FF020000 title_font={style=1 size=24 "
                  "font=other} website=https://example.org button_padding=7 "
                  "button_font={style=2 size=25 font=plain} buttons=[{colour=FF030000 "
                  "left=u2 background=u3 right=u4} {colour=FF040000 left=u3 background=u4 "
                  "right=u5} {colour=FF050000 left=u4 background=u5 right=u6} "
                  "{colour=FF060000 left=u5 background=u6 right=u7} {colour=00000000 left=u6 "
                  "background=u7 right=u8}] graph=FF070000 graph_grid=FF080000}}");
}

static void hud_cfg_gives_the_record_of_the_display(void **state)
{
    (void)state;
    check_section(SECTION_HUD, NULL,
                  "{navigation=u1 actions=u2 items_background=u3 items_foreground=u4 "
                  "item_width=6 item_height=7 item_left=8 item_top=9 item_gap=10 hand_gap=11 "
                  "combined=0 status_background=u5 status_foreground=u6 inventory_icon=u7 "
                  "inventory_pressed=u8 slot_width=12 slot_height=13 slot_left=14 "
                  "slot_top=15 count_font={style=1 size=16 font=other} slot_background=u9 "
                  "slot_selected=u1 equipment_background=u2 bars=[{direction=0 left=17 "
                  "top=18 value=hp most=strength foreground=u3 background=u4} {direction=1 "
                  "left=19 top=20 value=strength most=hp foreground=u5 background=u6} "
                  "{direction=2 left=21 top=22 value=hp most=strength foreground=u7 "
                  "background=-} {direction=3 left=0 top=0 value=hp most=0 foreground=- "
                  "background=-}]}");
}

static void slots_of_hud_cfg_give_the_places_of_equipment(void **state)
{
    (void)state;
    check_section(SECTION_SLOTS, NULL, "{slots=[{left=23 top=24} {left=25 top=26}]}");
}

static void alerts_cfg_gives_the_alerts(void **state)
{
    (void)state;
    check_section(SECTION_ALERTS, NULL,
                  "{font={style=3 size=20 font=other} duration=300 fade_in=50 fade_out=250 "
                  "alerts=[{colour=FF010000 sound=s1 text=New quest} {colour=FF020000 "
                  "sound=s2 text=Done} {colour=FF030000 sound=0 text=Failed}]}");
}

static void credits_ui_gives_authors_by_category(void **state)
{
    (void)state;
    check_section(SECTION_CREDITS, NULL,
                  "{music=m2 background=b1 header_colour=FF010000 header_font={style=1 "
                  "size=20 font=other} name_colour=FF020000 name_font={style=2 size=16 "
                  "font=plain} groups=[{category=103 authors=[Ann]} {category=99 "
                  "authors=[Bob]} {category=100 authors=[Cat]} {category=97 authors=[Dan]} "
                  "{category=102 authors=[Eve]} {category=109 authors=[Fay]} {category=115 "
                  "authors=[Gus]} {category=118 authors=[Hal]} {category=116 authors=[Ida]}]}");
}

static void chr_file_gives_a_chooser(void **state)
{
    (void)state;
    check_section(SECTION_CHOOSERS, "door",
                  "{left=1 top=2 horizontal=3 vertical=4 options=[{position=0 sprites=[0 1 "
                  "2] requires=[{type=0 attribute=0 value=0} {type=0 attribute=0 value=0}] "
                  "provides={type=0 attribute=0 value=0}} {position=140 sprites=[3 - -] "
                  "requires=[{type=3 attribute=0 value=1} {type=0 attribute=0 value=0}] "
                  "provides={type=4 attribute=0 value=-5}} {position=3 sprites=[4 - -] "
                  "requires=[{type=64 attribute=hp value=5} {type=35 attribute=0 value=3}] "
                  "provides={type=0 attribute=hp value=7}} {position=141 sprites=[5130 25690 "
                  "0] requires=[{type=0 attribute=0 value=0} {type=0 attribute=0 value=0}] "
                  "provides={type=27 attribute=0 value=1}}]}");
}

static void cut_file_gives_a_cutscene(void **state)
{
    (void)state;
    check_section(SECTION_CUTSCENES, "intro",
                  "{movie=0 music=m1 loop_movie=0 loop_music=m2 slides=[{from=10 fade_in=50 "
                  "fade_out=250 to=300 colour=FF010000 image=-} {from=310 fade_in=350 "
                  "fade_out=500 to=600 colour=00000000 image=b2}] speeches=[{from=20 "
                  "speech=v2}] subtitles=[{from=30 fade_in=40 fade_out=60 to=70 "
                  "colour=FF020000 x=50 y=90 align=1 font={style=3 size=16 font=other} "
                  "text=Long ago}] script=2564050600}");
}

static void startup_cfg_gives_scripts_with_intervals(void **state)
{
    (void)state;
    check_section(SECTION_STARTUP, NULL, "0{script=2501050600}100{script=2502050600}");
}

static void atr_files_and_attributes_cfg_give_the_attributes(void **state)
{
    (void)state;
    check_section(SECTION_ATTRIBUTES, NULL,
                  "{total=10 most=5 special=[light weight speed 0] attributes=[{type=3 "
                  "name=day title=Day value=1 script=2503050600} {type=1 name=hp "
                  "title=Health value=20 script=} {type=1 name=light title=Light value=4 "
                  "script=} {type=4 name=night title=- script=2330000000} {type=2 name=speed "
                  "title=Speed script=2349000000} {type=0 name=strength title=Strength "
                  "script=} {type=1 name=weight title=- value=-3 script=}]}");
}

static void actions_cfg_gives_ranges_and_scripts(void **state)
{
    (void)state;
    check_section(SECTION_ACTIONS, NULL, "strength{script=2504050600}0{script=2505050600}");
}

static void opt_file_gives_a_group_of_options(void **state)
{
    (void)state;
    check_section(SECTION_OPTIONS, "body",
                  "{name=Body palettes=u1 options=[{name=Wanderer description=Walks a lot "
                  "attributes=[{relation=255 attribute=hp value=20} {relation=2 "
                  "attribute=strength value=1}] items=[{quantity=2 object=coin}] sprites=[c1 "
                  "c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 p1]} "
                  "{name=Other description=- attributes=[] items=[] sprites=[]}]}");
}

static void npc_file_gives_an_npc(void **state)
{
    (void)state;
    check_section(SECTION_NPCS, "guide",
                  "{name=Guide movement=2 speed=150 turn_time=200 path=3 "
                  "attributes=[{relation=255 attribute=hp value=5} {relation=1 attribute=day "
                  "value=2}] items=[{chance=50 quantity=3 resupply=10 object=coin}] "
                  "sprites=[c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 "
                  "c19 p2] events=[{type=0 parameter=0 script=2501050600} {type=1 "
                  "parameter=0 script=2502050600} {type=3 parameter=3 script=2503050600} "
                  "{type=2 parameter=4 script=2504050600} {type=12 parameter=0 "
                  "script=2505050600} {type=14 parameter=1 script=2506050600} {type=17 "
                  "parameter=0 script=2507050600} {type=18 parameter=0 script=2508050600} "
                  "{type=16 parameter=2 script=2509050600}]}");
}

static void swr_file_gives_a_spawner(void **state)
{
    (void)state;
    check_section(SECTION_SPAWNERS, "nest",
                  "{most=3 period=500 kinds=[{requires={attribute=hp relation=2 value=5} "
                  "provides={attribute=strength value=2} animation=c1 npc=guide} "
                  "{requires={attribute=0 relation=0 value=0} provides={attribute=0 value=0} "
                  "animation=- npc=guide}]}");
}

static void dlg_file_gives_a_dialog(void **state)
{
    (void)state;
    check_section(SECTION_DIALOGS, "welcome",
                  "{title=The title message=The message speech=v1 portrait=p1 left=1 "
                  "options=[{requires={attribute=hp relation=3 value=3} "
                  "provides={attribute=hp value=1} speech=v2 text=Yes} "
                  "{requires={attribute=0 relation=0 value=0} provides={attribute=0 value=0} "
                  "speech=0 text=No.}]}");
}

static void cft_file_gives_recipes(void **state)
{
    (void)state;
    check_section(SECTION_CRAFTING, "forge",
                  "{title=Forge message=Make it sound=s1 portrait=p1 any_order=1 "
                  "recipes=[{quantity=2 product=coin ingredients=[{quantity=1 object=t1} "
                  "{quantity=0 object=t2} {quantity=3 object=t3} {quantity=4 object=t4} "
                  "{quantity=5 object=t5} {quantity=6 object=t6} {quantity=7 object=t7} "
                  "{quantity=8 object=t8} {quantity=9 object=t9} {quantity=10 object=t1} "
                  "{quantity=11 object=t2} {quantity=12 object=t3} {quantity=13 object=t4} "
                  "{quantity=14 object=t5} {quantity=15 object=t6} {quantity=0 object=-}]}]}");
}

static void obj_file_gives_an_object(void **state)
{
    (void)state;
    check_section(SECTION_OBJECTS, "coin",
                  "{title=Coin mask_width=2 mask_height=1 action=1 inventory=u1 sound=s1 "
                  "price=5 unit=coin category=7 projectile=t1 projectile_time=30 "
                  "ammunition=t2 order=3 equip_mask=3 mask=[1 9] equipped=[u2 - - - - - - - "
                  "- - - - - - - - - - - - - - - - - - - - - - - -] sounds=[] "
                  "required=[{relation=2 attribute=hp value=1}] modifiers=[{type=1 "
                  "attribute=strength value=2} {type=2 attribute=hp value=-50}] "
                  "layers=[{option=- behind=[c2 - - - - - - - - - - - - - - - - - - -] "
                  "above=[c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 "
                  "p1]} {option=Wanderer behind=[c4 - - - - - - - - - - - - - - - - - - -] "
                  "above=[c3 - - - - - - - - - - - - - - - - - - -]}] events=[{type=0 "
                  "parameter=0 script=2501050600} {type=1 parameter=0 script=2502050600} "
                  "{type=4 parameter=0 script=2503050600} {type=17 parameter=0 "
                  "script=2504050600} {type=18 parameter=0 script=2505050600} {type=3 "
                  "parameter=3 script=2506050600} {type=2 parameter=4 script=2507050600} "
                  "{type=13 parameter=513 script=2508050600}]}");
}

static void obj_file_of_a_skill_gives_its_way_of_moving(void **state)
{
    (void)state;
    check_section(SECTION_OBJECTS, "sign",
                  "{title=Sign mask_width=0 mask_height=0 action=255 inventory=- sound=0 "
                  "price=0 unit=- category=0 projectile=- projectile_time=0 ammunition=- "
                  "order=0 equip_mask=4294967295 mask=[] equipped=[- - - - - - - - - - - - - "
                  "- - - - - - - - - - - - - - - - - - -] sounds=[] required=[] "
                  "modifiers=[{type=0 attribute=0 value=2}] layers=[] events=[]}");
}

static void til_file_gives_speeds_and_sounds(void **state)
{
    (void)state;
    check_section(SECTION_TILE_META, "grass",
                  "{sprite=grass speeds=[{speed=90 sound=s1} {speed=80 sound=s2} {speed=70 "
                  "sound=s3} {speed=300 sound=s4}]}");
}

static void qst_file_gives_a_quest(void **state)
{
    (void)state;
    check_section(SECTION_QUESTS, "find",
                  "{global=1 title=Find it description=Somewhere. script=2501050600}");
}

/* A folder for each kind; ext, lang and movies are in test_project_rules.c and test_ogv.c. */
static void unpacked_files_are_in_the_folders_of_the_document(void **state)
{
    (void)state;
    static const char *const wanted[] = {
        "backs/b1_full.png",   "chars/c1_soo0.png",     "dialogs/forge.cft",
        "dialogs/welcome.dlg", "fonts/other.sfn",       "game/actions.cfg",
        "game/body.opt",       "game/strength.atr",     "maps/meadow.tmx",
        "music/m1.ogg",        "npcs/guide.npc",        "npcs/nest.swr",
        "objects/coin.obj",    "portraits/p1_soo0.png", "quests/find.qst",
        "sounds/s1.ogg",       "speech/v1_en.ogg",      "tiles/grass.til",
        "tiles/t1_soo0.png",   "ui/door.chr",           "ui/elements.cfg",
        "ui/intro.cut",        "ui/u1_soo0.png",        "config"};
    Kit *kit = kit_new();
    TngFile game;
    ProjectFiles files;
    assert_true(tng_read(built_bytes(kit), &game, kit->arena, &kit->report));
    assert_true(project_unpack(&game, &files, kit->arena, &kit->report));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        size_t k = 0;
        while (k < files.count && !text_is(files.items[k].path, wanted[i]))
            k++;
        if (k == files.count)
            fail_msg("no %s", wanted[i]);
    }
    kit_free(kit);
}

/* The base is a fact after the names: the container has no field for it. */
static void character_cfg_gives_the_shift_and_the_base(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    json_t *game = built(kit);
    const json_t *header = json_object_get(game, "header");
    assert_int_equal(json_integer_value(json_object_get(header, "delta_y")), 8);
    char *text = json_dumps(game, 0);
    assert_non_null(strstr(text, "base=body"));
    free(text);
    json_decref(game);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_cfg_gives_the_record_of_the_interface),
        cmocka_unit_test(mainmenu_cfg_gives_the_record_of_the_menu),
        cmocka_unit_test(hud_cfg_gives_the_record_of_the_display),
        cmocka_unit_test(slots_of_hud_cfg_give_the_places_of_equipment),
        cmocka_unit_test(alerts_cfg_gives_the_alerts),
        cmocka_unit_test(credits_ui_gives_authors_by_category),
        cmocka_unit_test(chr_file_gives_a_chooser),
        cmocka_unit_test(cut_file_gives_a_cutscene),
        cmocka_unit_test(startup_cfg_gives_scripts_with_intervals),
        cmocka_unit_test(atr_files_and_attributes_cfg_give_the_attributes),
        cmocka_unit_test(actions_cfg_gives_ranges_and_scripts),
        cmocka_unit_test(opt_file_gives_a_group_of_options),
        cmocka_unit_test(unpacked_files_are_in_the_folders_of_the_document),
        cmocka_unit_test(character_cfg_gives_the_shift_and_the_base),
        cmocka_unit_test(npc_file_gives_an_npc),
        cmocka_unit_test(swr_file_gives_a_spawner),
        cmocka_unit_test(dlg_file_gives_a_dialog),
        cmocka_unit_test(cft_file_gives_recipes),
        cmocka_unit_test(obj_file_gives_an_object),
        cmocka_unit_test(obj_file_of_a_skill_gives_its_way_of_moving),
        cmocka_unit_test(til_file_gives_speeds_and_sounds),
        cmocka_unit_test(qst_file_gives_a_quest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

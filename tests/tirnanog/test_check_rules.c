/* Warnings of `check` about what builds and cannot be meant: each mistake, and what is right.
 */
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/container/tng_check.h"
#include "tirnanog/project/project.h"

#define START "TirNanoG StartUp\ne start {\n    location(meadow,16,16,0)\n}\n"
#define NPC "TirNanoG NPC\nGuide\nstand 100 200 0\n"
#define OBJECT(price, unit) "TirNanoG Object\nCoin\n1 1 - coin - " price " " unit " 0 0 0\n8\n"

#define TIMERS_4 "e timer1 {\n}\ne timer1 {\n}\ne timer1 {\n}\ne timer1 {\n}\n"
#define TIMERS_32 TIMERS_4 TIMERS_4 TIMERS_4 TIMERS_4 TIMERS_4 TIMERS_4 TIMERS_4 TIMERS_4

static const struct {
    const char *files[3][2];
    const char *says; /* NULL: no warning */
} cases[] = {
    {{{NULL, NULL}}, NULL},
    /* no start */
    {{{"game/startup.cfg", "TirNanoG StartUp\ne timer1 {\n    hp = hp\n}\n"}},
     "game/startup.cfg: warning: there is no handler `start`"},
    /* positions */
    {{{"game/startup.cfg", "TirNanoG StartUp\ne start {\n    a = 1\n    hp = a\n    "
                           "location(meadow,16,32,0)\n}\n"}},
     "game/startup.cfg:5:5: warning: cell 16,32 is outside the map, which has 32 x 32 cells"},
    {{{"game/startup.cfg", "TirNanoG StartUp\ne start {\n    location(meadow,31,31,0)\n}\n"}},
     NULL},
    /* decided before */
    {{{"game/startup.cfg", START "e timer1 {\n    hp = rnd(0)\n}\n"}},
     "game/startup.cfg:6:5: warning: rnd(0) is always 0"},
    {{{"game/startup.cfg", START "e timer1 {\n    while(0) { hp = 1 }\n}\n"}},
     "game/startup.cfg:6:5: warning: the condition is never true"},
    {{{"game/startup.cfg", START "e timer1 {\n    while(1) { delay(100) hp = 1 }\n}\n"}}, NULL},
    {{{"game/startup.cfg", START "e timer1 {\n    switch(1) { case 1 { hp = 1 } }\n}\n"}},
     "game/startup.cfg:6:5: warning: the value is constant: always the same case"},
    /* variables */
    {{{"game/startup.cfg", START "e timer1 {\n    hp = 2\n    q = hp\n}\n"}},
     "game/startup.cfg:7:5: warning: nothing reads the variable q"},
    {{{"game/startup.cfg", START "e timer1 {\n    q = hp\n}\ne timer2 {\n    hp = q\n}\n"}},
     NULL},
    /* handlers without an end */
    {{{"objects/coin.obj", OBJECT("0", "-") "e click {\n    event(coin)\n}\n"}},
     "objects/coin.obj:6:5: warning: this handler calls itself for ever"},
    {{{"objects/coin.obj", OBJECT("0", "-") "e click {\n    while(hp) { event(coin) }\n}\n"}},
     NULL},
    /* handlers that an earlier one of the same event hides */
    {{{"objects/coin.obj",
       OBJECT("0", "-") "e touch {\n    hp = 1\n}\ne touch {\n    hp = 2\n}\n"}},
     "objects/coin.obj:9:5: warning: this handler never runs; the first one of the same event "
     "runs instead"},
    {{{"npcs/guide.npc",
       NPC "e using1 coin {\n    hp = 1\n}\ne using1 coin {\n    hp = 2\n}\n"}},
     "npcs/guide.npc:8:5: warning: this handler never runs; another one for the same object"},
    {{{"objects/coin.obj",
       OBJECT("0", "-") "e using2 coin {\n    hp = 1\n}\ne using1 coin {\n    hp = 2\n}\n"}},
     "objects/coin.obj:6:5: warning: this handler never runs; another one for the same object"},
    {{{"objects/coin.obj", OBJECT("0", "-") TIMERS_32 "e approach 2 {\n    hp = 6\n}\n"}},
     "objects/coin.obj:70:5: warning: this handler never runs; approach and leave must be"},
    {{{"objects/coin.obj", OBJECT("0", "-") "e touch {\n}\ne touch {\n    hp = 2\n}\n"}},
     "objects/coin.obj:8:5: warning: this handler never runs; the first one"},
    /* attributes */
    {{{"game/power.atr", "TirNanoG Attribute\nc Power\nhp+power\n"}},
     "game/power.atr:3:1: warning: power is calculated from itself"},
    {{{"game/power.atr", "TirNanoG Attribute\nc Power\nforce+1\n"},
      {"game/force.atr", "TirNanoG Attribute\nc Force\npower+1\n"}},
     "game/force.atr:3:1: warning: force is calculated from itself"},
    {{{"game/power.atr", "TirNanoG Attribute\nc Power\nforce+1\n"},
      {"game/force.atr", "TirNanoG Attribute\nc Force\nhp+1\n"}},
     "game/power.atr: warning: nothing uses this attribute"},
    /* prices */
    {{{"objects/coin.obj", OBJECT("8", "-")},
      {"game/startup.cfg", START "e timer1 {\n    market()\n}\n"}},
     "objects/coin.obj: warning: the price of 8 has no unit"},
    {{{"objects/coin.obj", OBJECT("8", "-")}}, NULL},
    {{{"objects/coin.obj", OBJECT("8", "coin")},
      {"game/startup.cfg", START "e timer1 {\n    market()\n}\n"}},
     NULL},
    /* characters */
    {{{"game/hair.opt", "TirNanoG CharOptions\nHair\no Red\no Black\n"}},
     "game/hair.opt: warning: without ui/mainmenu.cfg nobody can choose"},
    {{{"game/hair.opt", "TirNanoG CharOptions\na hp 1\no Red\n a hp 1\n a hp 2\n"}},
     "game/hair.opt:5:4: warning: duplicate attribute \"hp\" of an option: the last value is "
     "used"},
    {{{"game/hair.opt", "TirNanoG CharOptions\nHair\no Red\n a strength 1\n a strength 1\n"},
      {"game/strength.atr", "TirNanoG Attribute\np Strength\n"}},
     "game/hair.opt:5:4: warning: duplicate attribute \"strength\" of an option: its values "
     "are "
     "added"},
    {{{"game/hair.opt", "TirNanoG CharOptions\nHair\no Red\n a hp 1\n r hp>=1\n r hp<9\n"}},
     NULL},
};

static void put(Kit *kit, ProjectFiles *files, const char *path, const char *text)
{
    ProjectFile *items = ARENA_ALLOC(kit->arena, ProjectFile, files->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++)
        if (!text_is(files->items[i].path, path))
            items[count++] = files->items[i];
    items[count++] = (ProjectFile){text_of(path), bytes_of_text(text_of(text))};
    files->items = items;
    files->count = count;
    project_files_sort(files);
}

static void mistakes_are_warned_of_and_what_is_right_is_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        ProjectFiles files;
        assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
        for (size_t k = 0; k < 3 && cases[i].files[k][0]; k++)
            put(kit, &files, cases[i].files[k][0], cases[i].files[k][1]);
        const bool ok = project_check(&files, kit->arena, &kit->report);
        const char *first = kit_message(kit, 0);
        if (!ok || kit->report.warnings != (cases[i].says != NULL ? kit->report.warnings : 0) ||
            (cases[i].says && !kit_has_message(kit, cases[i].says)))
            fail_msg("case %zu: %s\nexpected %s", i, first,
                     cases[i].says ? cases[i].says : "no warning");
        kit_free(kit);
    }
}

/* A font that is cut off was built into the game, and the player used its own. */
static void fonts_that_cannot_be_read_are_reported(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    put(kit, &files, "fonts/cut.sfn", "SFN2 and nothing else");
    project_check(&files, kit->arena, &kit->report);
    assert_true(kit->report.errors > 0);
    assert_true(kit_has_message(kit, "fonts/cut.sfn: "));
    TngOutput game;
    kit_clear(kit);
    assert_true(project_build(&files, &(BuildOptions){0}, &game, kit->arena, &kit->report));
    assert_false(tng_check(tng_output_bytes(&game, kit->arena), kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "section 2 (fonts), number 0"));
    kit_free(kit);
}

/* An unpacked game has many layers of characters that nothing refers to any more. */
static void many_unused_files_are_one_warning(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    for (unsigned i = 0; i < 9; i++)
        put(kit, &files, arena_format(kit->arena, "dialogs/lost%u.dlg", i).at,
            "TirNanoG Dialog\nLost\nNobody hears this.\n- - 0\n");
    assert_true(project_check(&files, kit->arena, &kit->report));
    assert_int_equal(kit->report.warnings, 1);
    assert_true(kit_has_message(kit, "files (dialog); the first is lost0"));
    kit_free(kit);
}

static void unknown_properties_of_maps_have_a_suggestion(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    project_files_sort(&files);
    const ProjectFile *map = project_file(&files, TEXT("maps/meadow.tmx"));
    const char *text = arena_text(kit->arena, text_of_bytes(map->bytes)).at;
    const char *at = strstr(text, "<properties>");
    assert_non_null(at);
    at += strlen("<properties>");
    put(kit, &files, "maps/meadow.tmx",
        arena_format(kit->arena,
                     "%.*s<property name=\"musik\" value=\"x\"/><property name=\"nrth\" "
                     "value=\"x\"/>%s",
                     (int)(at - text), text, at)
            .at);
    project_check(&files, kit->arena, &kit->report);
    assert_true(kit_has_message(kit, "unknown property \"musik\"; did you mean \"music\"?"));
    assert_true(kit_has_message(kit, "unknown property \"nrth\"; did you mean \"north\"?"));
    kit_free(kit);
}

/* A map with a door in the objects layer, perhaps the guide, and perhaps a neighbour. */
static const char *map_with(Kit *kit, const char *object, bool guide, const char *north)
{
    Writer out = writer_to(kit->arena);
    write_format(
        &out,
        "<map orientation=\"orthogonal\" width=\"32\" height=\"32\" tilewidth=\"32\" "
        "tileheight=\"32\">\n<properties>%s%s%s</properties>\n"
        "<tileset firstgid=\"1\" name=\"tiles_%s\"><image source=\"a.png\"/></tileset>\n"
        "<tileset firstgid=\"2\" name=\"npcs_guide\"/>\n",
        north ? "<property name=\"north\" value=\"" : "", north ? north : "",
        north ? "\"/>" : "", object);
    for (unsigned layer = 5; layer <= 6; layer++) {
        write_format(&out,
                     "<layer id=\"%u\" width=\"32\" height=\"32\"><data "
                     "encoding=\"csv\">\n",
                     layer);
        for (unsigned i = 0; i < 32 * 32; i++)
            write_format(&out, "%s%d", i ? "," : "",
                         i != 99      ? 0
                         : layer == 5 ? 1
                         : guide      ? 2
                                      : 0);
        write_format(&out, "</data></layer>\n");
    }
    write_format(&out, "</map>\n");
    return arena_text(kit->arena, writer_text(&out)).at;
}

#define DOOR(map)                                                                              \
    "TirNanoG Object\nDoor\n1 1 - - - 0 - 0 0 0\n9\ne touch {\n    location(" map ",3,3,0)\n}" \
    "\n"

/* The cave and the deep have doors to each other; a smith in the cave has a dialog. */
static void maps_that_only_name_each_other_are_reported(void **state)
{
    (void)state;
    static const char *const said[] = {
        "maps/cave.tmx: warning: only what cannot be reached itself leads to this map",
        "maps/deep.tmx: warning: only what cannot be reached itself leads to this map",
        "dialogs/forge.dlg: warning: only what cannot be reached itself leads to this dialog",
    };
    static const struct {
        const char *path, *text; /* what leads there; or NULL */
        const char *north;       /* the neighbour of the meadow; or NULL */
        bool reached;
    } ways[] = {
        {"objects/coin.obj", OBJECT("0", "-"), NULL, false},
        {"objects/coin.obj", OBJECT("0", "-") "e click {\n    location(deep,3,3,0)\n}\n", NULL,
         true},
        {"npcs/guide.npc", NPC "e click {\n    location(cave,3,3,0)\n}\n", NULL, true},
        {"game/hp.atr",
         "TirNanoG Attribute\nv Health\n20\ne onchange {\n    location(cave,3,3,0)\n}\n", NULL,
         true},
        {"objects/coin.obj", OBJECT("0", "-"), "deep", true},
    };
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        Kit *kit = kit_new();
        ProjectFiles files;
        assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
        put(kit, &files, "objects/tree.obj", DOOR("cave"));
        put(kit, &files, "objects/sign.obj", DOOR("deep"));
        put(kit, &files, "maps/meadow.tmx", map_with(kit, "coin", true, ways[i].north));
        put(kit, &files, "maps/cave.tmx", map_with(kit, "sign", false, NULL));
        put(kit, &files, "maps/deep.tmx", map_with(kit, "tree", false, NULL));
        put(kit, &files, "dialogs/forge.dlg", "TirNanoG Dialog\nSmith\nWell?\n- - 0\n");
        put(kit, &files, "objects/sign.obj",
            DOOR("deep") "e click {\n    dialog(forge,0)\n}\n");
        put(kit, &files, ways[i].path, ways[i].text);
        if (!project_check(&files, kit->arena, &kit->report))
            fail_msg("%s", kit_message(kit, 0));
        for (size_t k = 0; k < COUNT_OF(said); k++)
            if (kit_has_message(kit, said[k]) == ways[i].reached)
                fail_msg("%zu: %s", i, said[k]);
        kit_free(kit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_warned_of_and_what_is_right_is_not),
        cmocka_unit_test(unknown_properties_of_maps_have_a_suggestion),
        cmocka_unit_test(maps_that_only_name_each_other_are_reported),
        cmocka_unit_test(many_unused_files_are_one_warning),
        cmocka_unit_test(fonts_that_cannot_be_read_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

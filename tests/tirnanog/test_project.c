#include "lib/kit.h"

#include "base/deflate.h"
#include "base/tasks.h"
#include "base/text.h"
#include "base/deflate.h"
#include "base/image/png_internal.h"
#include "base/image/png_write.h"
#include "tirnanog/project/merge_games.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/project/project.h"

/* ---- projects in memory ---- */

static void put(Kit *kit, ProjectFiles *files, const char *path, Bytes bytes)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_is(files->items[i].path, path)) {
            files->items[i].bytes = bytes;
            return;
        }
    /* Copied: the list of another project must not grow into this one's memory. */
    ProjectFile *items = ARENA_ALLOC(kit->arena, ProjectFile, files->count + 1);
    memcpy(items, files->items, files->count * sizeof *items);
    items[files->count++] = (ProjectFile){text_of(path), bytes};
    files->items = items;
}

static void put_text(Kit *kit, ProjectFiles *files, const char *path, const char *text)
{
    put(kit, files, path, bytes_of_text(text_of(text)));
}

static ProjectFiles small_project(Kit *kit)
{
    ProjectFiles files;
    assert_true(project_new(TEXT("mygame"), &files, kit->arena, &kit->report));
    return files;
}

static Bytes built(Kit *kit, ProjectFiles *files, bool strip)
{
    TngOutput out;
    const BuildOptions options = {.strip = strip};
    if (!project_build(files, &options, &out, kit->arena, &kit->report)) {
        for (size_t i = 0; i < kit->messages.count; i++)
            print_message("%s\n", kit_message(kit, i));
        fail();
    }
    uint8_t *data = arena_alloc(kit->arena, out.size, 1), *to = data;
    for (size_t i = 0; i < out.count; to += out.parts[i++].size)
        memcpy(to, out.parts[i].data, out.parts[i].size);
    return (Bytes){data, out.size};
}

static ProjectFiles unbuilt(Kit *kit, Bytes file)
{
    TngFile *game = arena_alloc(kit->arena, 1, sizeof *game);
    ProjectFiles files;
    assert_true(tng_read(file, game, kit->arena, &kit->report));
    assert_true(project_unpack(game, &files, kit->arena, &kit->report));
    return files;
}

static const char *text_file(Kit *kit, ProjectFiles *files, const char *path)
{
    project_files_sort(files);
    const ProjectFile *file = project_file(files, text_of(path));
    assert_non_null(file);
    return arena_text(kit->arena, text_of_bytes(file->bytes)).at;
}

/* Lets a project keep its own line ends out of a comparison. */
static const char *without_cr(Kit *kit, const char *text)
{
    char *copy = (char *)arena_text(kit->arena, text_of(text)).at, *to = copy;
    for (const char *from = copy; *from; from++)
        if (*from != '\r')
            *to++ = *from;
    *to = 0;
    return copy;
}

/* ---- building ---- */

static void a_new_project_builds_and_is_clean(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    assert_true(project_check(&files, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    kit_free(kit);
}

static void build_unpack_build_is_reproducible(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const Bytes first = built(kit, &files, false);
    ProjectFiles again = unbuilt(kit, first);
    assert_bytes_equal(built(kit, &again, false), first);
    kit_free(kit);
}

/* Without the names block the names are invented, and then they stay. */
static void a_stripped_game_is_stable_from_the_second_generation_on(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    ProjectFiles second = unbuilt(kit, built(kit, &files, true));
    const Bytes file = built(kit, &second, true);
    ProjectFiles third = unbuilt(kit, file);
    assert_bytes_equal(built(kit, &third, true), file);
    kit_free(kit);
}

static void output_is_independent_of_file_order_and_threads(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const Bytes first = built(kit, &files, false);
    ProjectFiles other = small_project(kit);
    for (size_t i = 0; i < other.count / 2; i++) {
        const ProjectFile swap = other.items[i];
        other.items[i] = other.items[other.count - 1 - i];
        other.items[other.count - 1 - i] = swap;
    }
    tasks_set_threads(7);
    assert_bytes_equal(built(kit, &other, false), first);
    tasks_set_threads(0);
    kit_free(kit);
}

static void output_is_independent_of_line_ends(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const Bytes first = built(kit, &files, false);
    ProjectFiles other = small_project(kit);
    for (size_t i = 0; i < other.count; i++)
        if (!text_ends(other.items[i].path, ".png") && !text_ends(other.items[i].path, ".sfn"))
            other.items[i].bytes = bytes_of_text(text_of(without_cr(
                kit, arena_text(kit->arena, text_of_bytes(other.items[i].bytes)).at)));
    assert_bytes_equal(built(kit, &other, false), first);
    kit_free(kit);
}

/* ---- every kind of text file: what is read is written again ---- */

static const struct {
    const char *path, *text;
} texts[] = {
    {"ui/elements.cfg", "TirNanoG Elements\nFF000001 FF000002 FF000003 FF000004 FF000005 "
                        "FF000006 FF000007 FF000008 "
                        "FF000009 800000FF\n. . 16 plain 1\nB . 16 plain 2\n. I 16 plain 3\nB "
                        "I 16 plain 4\n. . 12 - "
                        "5\n. . 255 plain 65535\n- - -\nbox\n-\nbox\n"},
    {"ui/mainmenu.cfg", "TirNanoG MainMenu\n- - -\n-1 2 100 -\n0 0 0 -\n0 0 0 -\nbox\n1 0 "
                        "FFFFFFFF FF000000 B . 24 "
                        "plain\nhttps://example.org\n. . 16 plain 3\nFFFFFFFF box box "
                        "box\nFFFFFF00 - box -\nFFFF0000 "
                        "- - -\nFF888888 - - -\n- - - FF112233\nFF00FF00 FF003300\n"},
    {"ui/alerts.cfg",
     "TirNanoG Alerts\nB . 20 plain\n300 50 250\nFFFFFFFF - New: quest!\nFF00FF00 "
     "- Done\nFFFF0000 - Failed\nFF0000FF - My own\n"},
    {"ui/credits.ui",
     "TirNanoG Credits\n- -\nFFFFFFFF B . 20 plain\nFFCCCCCC . . 16 plain\ng Ann "
     "Author\ng Bob\nm Carol \xC3\x89mile\n"},
    {"ui/door.chr",
     "TirNanoG Chooser\n1 2 3 4\n0 0 box box - 0 - -\n12 1 box - - 0 b=1 c=-5\n3 0 "
     "box - - 0 hp>=5&b!=3 hp=7\n13 1 10 20 90 100 - z=1\n"},
    {"ui/intro.cut",
     "TirNanoG CutScene\n- - - -\ni 0 50 250 300 FF000000 -\ni 300 350 500 600 "
     "00000000 -\nt 0 10 20 30 50 90 1 FFFFFFFF BI 16 plain Long ago ...\ne {\n    "
     "delay(100)\n}\n"},
    {"game/startup.cfg",
     "TirNanoG StartUp\ne start {\n    location(meadow,16,16,0)\n}\ne timer1 "
     "{\n    hp = hp + 1\n}\n"},
    {"game/attributes.cfg", "TirNanoG AttrConf\n10 5\n-\nweight\nspeed\nstrength\n"},
    {"game/strength.atr", "TirNanoG Attribute\np Strength\n0\n"},
    {"game/weight.atr", "TirNanoG Attribute\nv\n-3\n"},
    {"game/speed.atr", "TirNanoG Attribute\nc Speed\nstrength * 2 + 1\n"},
    {"game/day.atr", "TirNanoG Attribute\ng Day\n1\ne onchange {\n    alert(3)\n}\n"},
    {"game/night.atr", "TirNanoG Attribute\nG\nday % 2\n"},
    {"game/actions.cfg",
     "TirNanoG Actions\ne action1 strength Hit hard {\n    @hp = @hp - 1\n}\ne "
     "action9 - {\n}\n"},
    {"game/body.opt",
     "TirNanoG CharOptions\nBody\np box\no Wanderer\nd Walks a lot\na hp 20\nr "
     "strength>=1\ni 2 coin\nl hero hero_walk - - - - - - - - - - - - - - - - - "
     "-\no Other\n"},
    {"game/character.cfg", "TirNanoG CharBase\n8 body\n"},
    {"npcs/guide.npc",
     "TirNanoG NPC\nGuide\npatrol 150 200 3\na hp 5\nr day!=2\nl hero hero_walk - - - - - - - "
     "- - - "
     "- - - - - - - face\ni 50 3 10 coin\ne click {\n    market()\n}\ne approach 3 {\n}\ne "
     "using2 coin {\n}\ne timer5 {\n}\n"},
    {"npcs/nest.swr", "TirNanoG Spawner\n3 500\nhp>=5 strength=2 hero guide\n- - - guide\n"},
    {"dialogs/welcome.dlg", "TirNanoG Dialog\n- o a title\nTwo  blanks, \xE2\x82\xAC\n- face "
                            "1\nhp>3 hp=1 - Yes\n- - - No.\n"},
    {"dialogs/how.dlg", "TirNanoG Dialog\nHow\nSo\n- player 0\n"},
    {"dialogs/forge.cft",
     "TirNanoG CraftRules\nForge\n-\n- face 1\n2 coin 1 coin 0 sign 0 - 0 - 0 "
     "- 0 - 0 - 0 - 0 - 0 - 0 - 0 - 0 - 0 - 0 - 0 -\n"},
    {"objects/coin.obj",
     "TirNanoG Object\nCoin\n2 1 1 coin - 5 coin 7 0 3\n1 9\ns head box\ns hand -\n"},
    {"objects/sign.obj",
     "TirNanoG Object\nSign\n0 0 - - - 0 - 0 1 0\nr hp>=1\nm 1 0 strength 2\nm 0 1 hp -50\nm 0 "
     "0 - "
     "2\np coin 30 coin\nf hero - - - - - - - - - - - - - - - - - - -\no Wanderer\nb hero_walk "
     "- - "
     "- - - - - - - - - - - - - - - - -\ne click {\n    dialog(sign,0)\n}\n"},
    {"tiles/grass.til",
     "TirNanoG TileRule\n100 -\n50 -\n0 -\n300 -\n- grass - - grass - - - -\n"},
    {"quests/find.qst",
     "TirNanoG Quest\n1\nFind it\nSomewhere.\ne complete {\n    give(coin,1)\n}\n"},
};

static ProjectFiles full_project(Kit *kit)
{
    ProjectFiles files = small_project(kit);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (strcmp(texts[i].path, "objects/coin.obj") != 0)
            put_text(kit, &files, texts[i].path, texts[i].text);
    /* The slot's name has a blank here, which a line's word cannot have. */
    put_text(
        kit, &files, "ui/hud.cfg",
        "TirNanoG HUD\nbox -\nbox -\n5 32 32 4 4 4 8\nbox box 0\nbox - 32 32 1 2\n. . 12 "
        "plain\nbox - box\np 0 10 20 hp strength box box\np 3 0 0 hp - - -\ns 1 2 head\ns 3 4 "
        "hand\n");
    put_text(kit, &files, "objects/coin.obj",
             "TirNanoG Object\nCoin\n2 1 1 coin - 5 coin 7 0 3\n1 9\ns head box\ns hand -\n");
    Image image = image_new(4, 4, kit->arena);
    *image_at(&image, 1, 1) = PIXEL(1, 2, 3, 255);
    put(kit, &files, "ui/box_soo0.png", png_write(&image, NULL, kit->arena));
    *image_at(&image, 2, 1) = PIXEL(9, 2, 3, 255);
    put(kit, &files, "portraits/face_soo0.png", png_write(&image, NULL, kit->arena));
    return files;
}

/* A drawing program may compress the list of an atlas, and write its own comment first. */
static void atlas_list_is_found_in_every_kind_of_text(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        Bytes before;
        bool packed;
    } cases[] = {{"tEXt", {(const uint8_t *)"Comment", 8}, false},
                 {"zTXt", {(const uint8_t *)"Comment\0", 9}, true},
                 {"iTXt", {(const uint8_t *)"Comment\0\0\0\0", 12}, false},
                 {"iTXt", {(const uint8_t *)"Comment\0\1\0\0", 12}, true}};
    const Text list = TEXT("TirNanoG Atlas\r\n0 0 4 4 small_soo0\r\n");
    for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = full_project(kit);
        const Image image = image_new(8, 8, kit->arena);
        const PngText other = {TEXT("Comment"), TEXT("Created with GIMP")};
        const PngOptions options = {.texts = &other, .text_count = i / COUNT_OF(cases)};
        const Bytes png = png_write(&image, &options, kit->arena);
        const size_t i_end = png.size - 12; /* IEND */
        Writer chunk = writer_to(kit->arena), writer = writer_to(kit->arena);
        write_bytes(&chunk, cases[i % COUNT_OF(cases)].before);
        write_bytes(&chunk,
                    cases[i % COUNT_OF(cases)].packed
                        ? deflate_bytes(bytes_of_text(list), WRAPPING_ZLIB, 6, kit->arena)
                        : bytes_of_text(list));
        write_bytes(&writer, bytes_slice(png, 0, i_end));
        png_put_chunk(&writer, cases[i % COUNT_OF(cases)].name, writer_bytes(&chunk));
        write_bytes(&writer, bytes_slice(png, i_end, 12));
        put(kit, &files, "ui/more_atls.png", writer_bytes(&writer));
        ProjectFiles again = unbuilt(kit, built(kit, &files, false));
        project_files_sort(&again);
        assert_non_null(project_file(&again, TEXT("ui/small_soo0.png")));
        kit_free(kit);
    }
}

static void atlas_without_list_is_an_error(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = full_project(kit);
    const Image image = image_new(8, 8, kit->arena);
    const PngText other = {TEXT("Comment"), TEXT("TirNanoG Atlases")};
    const PngOptions options = {.texts = &other, .text_count = 1};
    TngOutput out;
    put(kit, &files, "ui/more_atls.png", png_write(&image, &options, kit->arena));
    assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "TirNanoG Atlas"));
    kit_free(kit);
}

static void text_files_survive_a_round_trip(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = full_project(kit);
    ProjectFiles again = unbuilt(kit, built(kit, &files, false));
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *before = text_file(kit, &files, texts[i].path);
        const char *after = text_file(kit, &again, texts[i].path);
        assert_string_equal(without_cr(kit, before), without_cr(kit, after));
        assert_non_null(strstr(after, "\r\n"));
    }
    kit_free(kit);
}

static void a_full_project_survives_build_unpack_build(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = full_project(kit);
    const Bytes first = built(kit, &files, false);
    ProjectFiles again = unbuilt(kit, first);
    assert_bytes_equal(built(kit, &again, false), first);
    kit_free(kit);
}

static void merged_layers_preserve_sprite_names(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const Image image = image_new(32, 32, kit->arena);
    *image_at(&image, 5, 5) = PIXEL(255, 0, 0, 255);
    put(kit, &files, "chars/hat_soo0.png", png_write(&image, NULL, kit->arena));
    put_text(
        kit, &files, "npcs/guide.npc",
        "TirNanoG NPC\nGuide\nstand 100 0 0\nl hero hero_walk - - - - - - - - - - - - - - - - "
        "- -\nl hat - - - - - - - - - - - - - - - - - - -\n");
    const Bytes first = built(kit, &files, false);
    ProjectFiles again = unbuilt(kit, first);
    assert_non_null(
        strstr(text_file(kit, &again, "npcs/guide.npc"), "\nl guide_0_0 hero_walk - "));
    project_files_sort(&again);
    assert_non_null(project_file(&again, TEXT("chars/guide_0_0_soo0.png")));
    assert_bytes_equal(built(kit, &again, false), first);
    kit_free(kit);
}

static void translations_fall_back_and_original_texts_survive(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "lang/de.po",
             "# TirNanoG Translation\n\nmsgid \"de\"\nmsgstr \"Deutsch\"\n\nmsgid "
             "\"mygame\"\nmsgstr "
             "\"Mein \\\"Spiel\\\"\"\n\nmsgid \"Thank you.\"\nmsgstr \"Danke.\"\n\nmsgid "
             "\"nobody says this\"\nmsgstr \"x\"\n");
    const Bytes first = built(kit, &files, false);
    assert_true(kit_has_message(kit, "the game has no text \"nobody says this\""));
    ProjectFiles again = unbuilt(kit, first);
    const char *po = text_file(kit, &again, "lang/de.po");
    assert_non_null(strstr(po, "msgid \"mygame\"\r\nmsgstr \"Mein \\\"Spiel\\\"\""));
    assert_non_null(strstr(po, "msgid \"Sign\"\r\nmsgstr \"Sign\""));
    assert_non_null(strstr(text_file(kit, &again, "config"), "mygame"));
    assert_bytes_equal(built(kit, &again, false), first);
    kit_free(kit);
}

static const char *languages_of(Kit *kit, Bytes file)
{
    Writer out = writer_to(kit->arena);
    TngFile game;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    for (size_t i = 0; i < tng_language_count(&game); i++) {
        const TngLanguage *language = tng_language(&game, i)->record;
        TngTexts all;
        assert_true(tng_texts(tng_language(&game, i), &all, kit->arena, &kit->report));
        write_format(&out, "%.2s %s, ", language->code, all.items[language->name].at);
    }
    return arena_text(kit->arena, writer_text(&out)).at;
}

#define PO(code, name) "# TirNanoG Translation\nmsgid \"" code "\"\nmsgstr \"" name "\"\n"

/* With lang/de.po alone, the English texts were no longer in the game. */
static void translation_does_not_remove_the_original(void **state)
{
    (void)state;
    static const struct {
        const char *config, *files[3], *languages;
    } cases[] = {
        {"", {NULL}, "en English, "},
        {"",
         {PO("de", "Deutsch") "\nmsgid \"Sign\"\nmsgstr \"Schild\"\n"},
         "de Deutsch, en English, "},
        {"",
         {PO("fr", "Fran\xc3\xa7"
                   "ais") "\nmsgid \"Sign\"\nmsgstr \"Panneau\"\n"},
         "en English, fr Fran\xc3\xa7"
         "ais, "},
        {"", {PO("de", "Deutsch"), PO("en", "British")}, "de Deutsch, en British, "},
        {"", {PO("de", "Deutsch")}, "de Deutsch, "}, /* its texts are German */
        {"", {PO("de", "Deutsch"), PO("fr", "f")}, "de Deutsch, en English, fr f, "},
        {"ga Gaeilge\n", {NULL}, "ga Gaeilge, "},
        {"ga Gaeilge\n",
         {PO("de", "Deutsch"), PO("en", "English")},
         "de Deutsch, en English, ga Gaeilge, "},
        {"ga\n", {PO("ga", "Gaeilge na hEireann")}, "ga Gaeilge na hEireann, "},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = small_project(kit);
        const char *config = without_cr(kit, text_file(kit, &files, "config"));
        put_text(kit, &files, "config",
                 arena_format(kit->arena, "%s%s", config, cases[i].config).at);
        for (size_t k = 0; k < 3 && cases[i].files[k]; k++)
            put_text(kit, &files,
                     arena_format(kit->arena, "lang/%.2s.po", cases[i].files[k] + 30).at,
                     cases[i].files[k]);
        const Bytes game = built(kit, &files, false);
        assert_string_equal(languages_of(kit, game), cases[i].languages);
        ProjectFiles again = unbuilt(kit, game);
        assert_string_equal(languages_of(kit, built(kit, &again, false)), cases[i].languages);
        kit_free(kit);
    }
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    TngOutput out;
    put_text(kit, &files, "config", "TirNanoG Project 0\nA\northo 32 32 32\nGaeilge ga\n");
    assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "config:4: \"Gaeilge\" is not a language code"));
    kit_free(kit);
}

/* Exchanges texts 1 (the language's name) and `with` in all languages. */
static void exchange_texts(Kit *kit, TngFile *game, uint32_t with)
{
    for (size_t i = 0; i < tng_language_count(game); i++) {
        TngSection *section = (TngSection *)tng_language(game, i);
        TngTexts all;
        Writer writer = writer_to(kit->arena);
        assert_true(tng_texts(section, &all, kit->arena, &kit->report));
        for (uint32_t j = 0; j < all.count; j++) {
            write_text(&writer, all.items[j == 1 ? with : j == with ? 1 : j]);
            write_u8(&writer, 0);
        }
        section->texts =
            deflate_bytes(writer_bytes(&writer), WRAPPING_ZLIB, DEFLATE_BEST, kit->arena);
        ((TngLanguage *)section->record)->name = with;
    }
}

/* In a game of another program any text may be the language's name, and text 1 any text. */
static void unpack_preserves_translations_of_text_1(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "lang/en.po",
             "# TirNanoG Translation\nmsgid \"en\"\nmsgstr \"English\"\n");
    put_text(kit, &files, "lang/de.po",
             "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\n\n"
             "msgid \"Coin\"\nmsgstr \"M\xc3\xbcnze\"\n");
    TngFile game;
    TngOutput out;
    assert_true(tng_read(built(kit, &files, true), &game, kit->arena, &kit->report));
    const TngSection *objects = tng_section(&game, SECTION_OBJECTS);
    uint32_t coin = 0;
    for (size_t i = 0; i < objects->count; i++) {
        TngTexts all;
        TngObject *object = tng_asset(&game, objects, i, kit->arena, &kit->report);
        assert_true(tng_texts(tng_language(&game, 0), &all, kit->arena, &kit->report));
        if (object->title >= all.count || !text_is(all.items[object->title], "M\xc3\xbcnze"))
            continue;
        coin = object->title;
        object->title = 1;
        objects->entries[i].stored = tng_pack_record(&TngObject_layout, object, kit->arena);
    }
    assert_true(coin > 1);
    exchange_texts(kit, &game, coin);
    assert_true(tng_write(&game, &out, kit->arena, &kit->report));
    const Bytes foreign = tng_output_bytes(&out, kit->arena);
    /* Joined with an extension whose language names are text 1, as ours are. */
    const MergePart parts[] = {{TEXT("game"), foreign},
                               {TEXT("extension"), built(kit, &files, false)}};
    Bytes joined;
    assert_true(project_merge(parts, 2, &joined, kit->arena, &kit->report));
    ProjectFiles merged = unbuilt(kit, joined);
    const char *de = text_file(kit, &merged, "lang/de.po");
    const char *en = text_file(kit, &merged, "lang/en.po");
    assert_non_null(strstr(de, "msgid \"de\"\r\nmsgstr \"Deutsch\""));
    assert_non_null(strstr(de, "msgstr \"M\xc3\xbcnze\""));
    assert_non_null(strstr(en, "msgid \"en\"\r\nmsgstr \"English\""));
    assert_non_null(strstr(en, "msgstr \"Coin\""));
    ProjectFiles again = unbuilt(kit, foreign);
    const char *first = text_file(kit, &again, "lang/de.po");
    const char *second = text_file(kit, &again, "lang/en.po");
    assert_non_null(strstr(first, "msgid \"de\"\r\nmsgstr \"Deutsch\""));
    assert_non_null(strstr(first, "msgid \"M\xc3\xbcnze\"\r\nmsgstr \"M\xc3\xbcnze\""));
    assert_non_null(strstr(second, "msgid \"en\"\r\nmsgstr \"English\""));
    assert_non_null(strstr(second, "msgid \"M\xc3\xbcnze\"\r\nmsgstr \"Coin\""));
    assert_null(strstr(second, "Deutsch"));
    built(kit, &again, false);
    assert_int_equal(kit->report.warnings, 0);
    kit_free(kit);
}

/* ---- tilesets of maps ---- */

/* The small project with a spawner, and its map with another element for one tileset. The NPC's
 * tileset has no image, which would tell its name. */
static ProjectFiles with_tileset(Kit *kit, const char *tileset, const char *replacement)
{
    static const char image[] = "../npcs/guide_npc.png";
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "npcs/nest.swr", "TirNanoG Spawner\n3 500\n- - - guide\n");
    const char *map = text_file(kit, &files, "maps/meadow.tmx");
    const char *at = strstr(map, image);
    map = arena_format(kit->arena, "%.*s%s", (int)(at - map), map, at + sizeof image - 1).at;
    const char *found = strstr(map, tileset);
    assert_non_null(found);
    put_text(kit, &files, "maps/meadow.tmx",
             arena_format(kit->arena, "%.*s%s%s", (int)(found - map), map, replacement,
                          found + strlen(tileset))
                 .at);
    return files;
}

/* The format says no more than "category and name"; other tools write plain names, paths, or
 * names of their own beside an image. */
static void tilesets_are_found_by_prefix_plain_name_and_image(void **state)
{
    (void)state;
    static const struct {
        const char *tileset, *replacement;
    } cases[] = {
        {"name=\"tiles_grass\"", "name=\"grass\""},
        {"name=\"tiles_grass\"", "name=\"tiles/grass\""},
        {"name=\"tiles_grass\"", "name=\"tiles_grass_soo0\""},
        {"name=\"tiles_grass\"", "name=\"tiles/grass_soo0\""},
        {"name=\"tiles_grass\"", "name=\"Meadow 7\""},
        {"name=\"tiles_grass\"", ""},
        {"name=\"npcs_guide\"", "name=\"guide\""},
        {"name=\"npcs_guide\"", "name=\"npcs/guide\""},
    };
    Kit *kit = kit_new();
    ProjectFiles plain = with_tileset(kit, "tiles_grass", "tiles_grass");
    const Bytes expected = built(kit, &plain, false);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = with_tileset(kit, cases[i].tileset, cases[i].replacement);
        assert_bytes_equal(built(kit, &files, false), expected);
    }
    assert_int_equal(kit->report.warnings, 1); /* Meadow 7: its image decided */
    kit_free(kit);
}

static void images_of_npc_previews_and_collections_are_found(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles plain = with_tileset(kit, "tiles_grass", "tiles_grass");
    const Bytes expected = built(kit, &plain, false);
    ProjectFiles files = with_tileset(kit, " <tileset firstgid=\"5\" name=\"npcs_guide\"",
                                      " <tileset firstgid=\"5\" name=\"x\" tilewidth=\"32\" "
                                      "tileheight=\"32\"><image source=\"guide_npc.png\"/>"
                                      "</tileset><tileset firstgid=\"9\" name=\"unused\"");
    assert_bytes_equal(built(kit, &files, false), expected);
    assert_true(kit_has_message(kit, "unknown tileset \"unused\"; no cell uses it: ignored"));
    const char *map = text_file(kit, &plain, "maps/meadow.tmx");
    const char *from = strstr(map, " <tileset"), *to = strstr(map, " <tileset firstgid=\"5\"");
    put_text(kit, &files, "maps/meadow.tmx",
             arena_format(kit->arena,
                          "%.*s<tileset firstgid=\"1\" name=\"all\">"
                          "<tile id=\"0\"><image source=\"..\\tiles\\grass_soo0.png\"/></tile>"
                          "<tile id=\"1\"><image source=\"../tiles/tree_soo0.png\"/></tile>"
                          "<tile id=\"2\"><image source=\"../tiles/sign_soo0.png\"/></tile>"
                          "<tile id=\"3\"><image source=\"coin.png\"/></tile></tileset>%s",
                          (int)(from - map), map, to)
                 .at);
    assert_bytes_equal(built(kit, &files, false), expected);
    kit_free(kit);
}

static void ambiguous_and_unknown_tilesets_are_errors(void **state)
{
    (void)state;
    static const struct {
        const char *tileset, *replacement, *says;
    } cases[] = {
        {"name=\"npcs_guide\"", "name=\"nest\"", "ambiguous"},
        {"name=\"npcs_guide\"", "name=\"npcs_giude\"",
         "meadow.tmx:22: unknown tileset \"npcs_giude\": there is no NPC \"giude\", "},
        {"name=\"npcs_guide\"", "name=\"npcs_giude\"", "; did you mean \"guide\"?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = with_tileset(kit, cases[i].tileset, cases[i].replacement);
        if (i == 0) /* an NPC with the name of the spawner */
            put_text(kit, &files, "npcs/nest.npc", text_file(kit, &files, "npcs/guide.npc"));
        TngOutput out;
        assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
        if (!kit_has_message(kit, cases[i].says)) {
            for (size_t j = 0; j < kit->messages.count; j++)
                print_message("    %s\n", kit_message(kit, j));
            fail_msg("missing: %s", cases[i].says);
        }
        kit_free(kit);
    }
}

/* ---- mistakes ---- */

static void twenty_errors_are_all_reported(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *says;
    } mistakes[] = {
        {"config", "TirNanoG Project 0\nT\northo 32 32 33\n", "config:3:"},
        {"ui/alerts.cfg", "TirNanoG Alerts\nB . 20 plane\n300 50 250\n",
         "alerts.cfg:2:8: no font \"plane\"; did you mean \"plain\"?"},
        {"ui/credits.ui", "TirNanoG Credit\n", "credits.ui:1:1: the first line must be"},
        {"ui/door.chr", "TirNanoG Chooser\n1 2 3 4\n14 0 - - - 0 - -\n",
         "door.chr:3:1: \"14\" is not a position"},
        {"ui/intro.cut", "TirNanoG CutScene\n- - - -\nx 1\n",
         "intro.cut:3:1: unknown line; no line of this file starts with \"x\""},
        {"game/startup.cfg", "TirNanoG StartUp\ne start {\n    lokation(meadow,1,1,0)\n}\n",
         "startup.cfg:3:5: "},
        {"game/strength.atr", "TirNanoG Attribute\nx Strength\n0\n",
         "strength.atr:2:1: \"x\" is not"},
        {"game/speed.atr", "TirNanoG Attribute\nc Speed\nstrenght*2\n",
         "did you mean \"strength\"?"},
        {"game/attributes.cfg", "TirNanoG AttrConf\n10 5\n-\nwait\n-\n",
         "attributes.cfg:4:1: "},
        {"game/actions.cfg", "TirNanoG Actions\ne action0 - Hit {\n}\n",
         "actions.cfg:2:3: no event \"action0\""},
        {"game/body.opt", "TirNanoG CharOptions\nBody\no A\n a hp many\n",
         "body.opt:4:7: \"many\" is not a number"},
        {"npcs/guide.npc", "TirNanoG NPC\nGuide\nstands 1 0 0\n",
         "guide.npc:3:1: \"stands\" is not one of"},
        {"npcs/nest.swr", "TirNanoG Spawner\n3 500\nhp=>5 - - guide\n", "nest.swr:3:"},
        {"dialogs/welcome.dlg", "TirNanoG Dialog\nA\nB\n- - 2\n",
         "welcome.dlg:4:5: \"2\" must be"},
        {"dialogs/forge.cft", "TirNanoG CraftRules\nF\n-\n- - 1\n1 koin\n",
         "forge.cft:5:3: no object \"koin\"; did you mean \"coin\"?"},
        {"objects/coin.obj", "TirNanoG Object\nCoin\n2 2 - - - 0 - 0 0 0\n1 1\n1\n",
         "coin.obj:5:"},
        {"objects/rock.obj", "TirNanoG Object\nRock\n0 0 - - - 0 - 0 0 0\n",
         "objects/rock.obj: no image tiles/rock"},
        {"tiles/grass.til", "TirNanoG TileRule\n100 - 5\n",
         "grass.til:2:1: a line has two words"},
        {"quests/find.qst", "TirNanoG Quest\n1\nFind\nIt\ne done {\n}\n",
         "find.qst:5:3: \"done\" is not an event"},
        {"chars/hero_soo0.png", "not a picture", "chars/hero_soo0.png: "},
        {"chars/strange.png", "not a picture", "chars/strange.png: "},
        {"lang/de.po", "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\n",
         "lang/de.po:3:"},
        {"maps/meadow.tmx", "<map", "maps/meadow.tmx:"},
        {"sounds/ding.ogg", "RIFF", "sounds/ding.ogg: this is not an Ogg file"},
    };
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        put_text(kit, &files, mistakes[i].path, mistakes[i].text);
    TngOutput out;
    assert_false(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        if (!kit_has_message(kit, mistakes[i].says)) {
            for (size_t j = 0; j < kit->messages.count; j++)
                print_message("    %s\n", kit_message(kit, j));
            print_message("missing: %s\n", mistakes[i].says);
            fail();
        }
    assert_true(kit->report.errors >= COUNT_OF(mistakes));
    kit_free(kit);
}

/* Bytes 38 and 39 of the header were lost when a game was unpacked. */
static void rates_of_the_header_are_in_the_config(void **state)
{
    (void)state;
    const struct {
        const char *rates;
        uint8_t audio, frames;
    } cases[] = {{"", 0, 30}, {" 25", 0, 25}, {" 30 48", 48, 30}, {" 60 22", 22, 60}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = small_project(kit);
        const char *config = without_cr(kit, text_file(kit, &files, "config"));
        const char *text = arena_format(kit->arena, "%.*s%s\n", (int)strlen(config) - 1, config,
                                        cases[i].rates)
                               .at;
        put_text(kit, &files, "config", text);
        const Bytes game = built(kit, &files, false);
        assert_int_equal(game.data[38], cases[i].audio);
        assert_int_equal(game.data[39], cases[i].frames);
        ProjectFiles back = unbuilt(kit, game);
        assert_string_equal(without_cr(kit, text_file(kit, &back, "config")),
                            without_cr(kit, text));
        kit_free(kit);
    }
}

static void unused_assets_and_untranslated_texts_are_warnings(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "sounds/ding.ogg", "OggS");
    put_text(kit, &files, "dialogs/lost.dlg",
             "TirNanoG Dialog\nLost\nNobody hears this.\n- - 0\n");
    put_text(kit, &files, "lang/de.po",
             "# TirNanoG Translation\nmsgid \"de\"\nmsgstr \"Deutsch\"\nmsgid \"Sign\"\nmsgstr "
             "\"Schild\"\n");
    assert_true(project_check(&files, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "sounds/ding.ogg: warning: nothing uses this sound"));
    assert_true(kit_has_message(kit, "dialogs/lost.dlg: warning: nothing uses this dialog"));
    assert_true(kit_has_message(kit, "lang/de.po: warning: \"Lost\" is not translated"));
    assert_false(kit_has_message(kit, "\"Sign\" is not translated"));
    assert_int_equal(kit->report.errors, 0);
    kit_free(kit);
}

static void quest_without_completion_causes_a_warning(void **state)
{
    static const struct {
        const char *handler;
        bool warns;
    } handlers[] = {{"quest(0,lost)", true},
                    {"quest(0,lost) quest(1,lost)", false},
                    {"quest(0,lost) quest(a,lost)", false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(handlers); i++) {
        Kit *kit = kit_new();
        ProjectFiles files = small_project(kit);
        put_text(kit, &files, "quests/lost.qst", "TirNanoG Quest\n0\nLost\nFind it.\n");
        put_text(kit, &files, "game/startup.cfg",
                 arena_format(kit->arena, "TirNanoG StartUp\ne start {\n%s\n}\n",
                              handlers[i].handler)
                     .at);
        assert_true(project_check(&files, kit->arena, &kit->report));
        assert_int_equal(
            kit_has_message(kit, "quests/lost.qst: warning: a handler starts this quest, but "
                                 "none completes it with quest(1,lost)"),
            handlers[i].warns);
        assert_int_equal(kit->report.errors, 0);
        kit_free(kit);
    }
}

static void hostile_names_never_leave_the_folder(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    const Bytes file = built(kit, &files, false);
    TngFile game;
    assert_true(tng_read(file, &game, kit->arena, &kit->report));
    uint8_t *strings = (uint8_t *)arena_copy(kit->arena, game.strings).data;
    game.strings.data = strings;
    for (size_t i = 0; i + 6 < game.strings.size; i++)
        if (!memcmp(strings + i, "meadow", 6))
            memcpy(strings + i, "../etc", 6);
    assert_false(project_unpack(&game, &files, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "\"../etc\" is not a valid file name"));
    kit_free(kit);
}

/* Every cut of every file: one clear message or none, never a crash. */
static void cut_project_files_never_crash(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles full = full_project(kit);
    for (size_t i = 0; i < full.count; i++) {
        if (text_ends(full.items[i].path, ".png") || text_ends(full.items[i].path, ".sfn"))
            continue;
        for (size_t size = 0; size < full.items[i].bytes.size; size += 7) {
            Kit *one = kit_new();
            ProjectFiles files = {.game = full.game, .count = full.count};
            files.items = ARENA_ALLOC(one->arena, ProjectFile, full.count);
            memcpy(files.items, full.items, full.count * sizeof *full.items);
            files.items[i].bytes.size = size < 400 ? size : full.items[i].bytes.size - 1;
            TngOutput out;
            const bool ok =
                project_build(&files, &(BuildOptions){0}, &out, one->arena, &one->report);
            assert_true(ok == (one->report.errors == 0));
            kit_free(one);
            if (size >= 400)
                break;
        }
    }
    kit_free(kit);
}

static void extension_contains_only_selected_sections(void **state)
{
    (void)state;
    Kit *kit = kit_new();
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "ext/more.cfg", "TirNanoG Extension\n0 -\no 13\nm meadow\n");
    TngOutput out;
    assert_true(project_build(&files, &(BuildOptions){.extension = TEXT("more")}, &out,
                              kit->arena, &kit->report));
    Writer writer = writer_to(kit->arena);
    for (size_t i = 0; i < out.count; i++)
        write_bytes(&writer, out.parts[i]);
    TngFile game;
    assert_true(tng_read(writer_bytes(&writer), &game, kit->arena, &kit->report));
    assert_non_null(tng_section(&game, SECTION_DIALOGS));
    assert_non_null(tng_section(&game, SECTION_MAPS));
    assert_null(tng_section(&game, SECTION_NPCS));
    assert_null(tng_section(&game, SECTION_HUD));
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_project_builds_and_is_clean),
        cmocka_unit_test(build_unpack_build_is_reproducible),
        cmocka_unit_test(rates_of_the_header_are_in_the_config),
        cmocka_unit_test(translation_does_not_remove_the_original),
        cmocka_unit_test(a_stripped_game_is_stable_from_the_second_generation_on),
        cmocka_unit_test(output_is_independent_of_file_order_and_threads),
        cmocka_unit_test(output_is_independent_of_line_ends),
        cmocka_unit_test(atlas_list_is_found_in_every_kind_of_text),
        cmocka_unit_test(atlas_without_list_is_an_error),
        cmocka_unit_test(text_files_survive_a_round_trip),
        cmocka_unit_test(a_full_project_survives_build_unpack_build),
        cmocka_unit_test(merged_layers_preserve_sprite_names),
        cmocka_unit_test(translations_fall_back_and_original_texts_survive),
        cmocka_unit_test(unpack_preserves_translations_of_text_1),
        cmocka_unit_test(tilesets_are_found_by_prefix_plain_name_and_image),
        cmocka_unit_test(images_of_npc_previews_and_collections_are_found),
        cmocka_unit_test(ambiguous_and_unknown_tilesets_are_errors),
        cmocka_unit_test(twenty_errors_are_all_reported),
        cmocka_unit_test(unused_assets_and_untranslated_texts_are_warnings),
        cmocka_unit_test(quest_without_completion_causes_a_warning),
        cmocka_unit_test(hostile_names_never_leave_the_folder),
        cmocka_unit_test(cut_project_files_never_crash),
        cmocka_unit_test(extension_contains_only_selected_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

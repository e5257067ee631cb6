/* The mistakes that authors made on purpose (shared/audit/author.md, part C): what `check`
 * says of each: the place, the reason, a hint where there is one, and nothing else. */
#include "lib/cli.h"
#include "lib/media_kit.h"

#include "base/text.h"
#include "base/image/png_write.h"

typedef struct Mistake {
    const char *name;
    const char *change; /* a shell line in the project of `oisin new` */
    const char *first;  /* the first line of the output */
    const char *total;  /* the last one */
} Mistake;

#define ONE_ERROR "1 error, 0 warnings"
#define ONE_WARNING "0 errors, 1 warning"
#define NOTHING "0 errors, 0 warnings"
#define QUEST(lines) "mkdir quests; printf 'TirNanoG Quest\\n0\\nCoins\\nFind coins.\\n" lines
#define PO "mkdir lang; printf '# TirNanoG Translation\\n"

static const Mistake mistakes[] = {
    /* names */
    {"unknown attribute", "sed -i 's/give(coin,1)/hpp=1/' objects/coin.obj",
     "objects/coin.obj:6:5: no attribute \"hpp\"; did you mean \"hp\"?", ONE_ERROR},
    {"unknown dialog", "sed -i 's/(welcome,0)/(welcom,0)/' npcs/guide.npc",
     "npcs/guide.npc:6:12: no dialog \"welcom\"; did you mean \"welcome\"?", ONE_ERROR},
    {"unknown portrait", "sed -i 's/^- - 0/- heroo 0/' dialogs/welcome.dlg",
     "dialogs/welcome.dlg:4:3: no portrait \"heroo\"; did you mean \"hero\"?", ONE_ERROR},
    {"unknown event", "sed -i 's/^e click/e clik/' npcs/guide.npc",
     "npcs/guide.npc:5:3: no event \"clik\"; did you mean \"click\"? (oisin formats npc)",
     ONE_ERROR},
    {"unknown object", "sed -i 's/give(coin,1)/give(coyn,1)/' objects/coin.obj",
     "objects/coin.obj:6:10: no object \"coyn\"; did you mean \"coin\"?", ONE_ERROR},
    {"unknown step of a test", "sed -i 's/talk guide/tlak guide/' tests/first.test",
     "tests/first.test:4:5: no step \"tlak\"; did you mean \"talk\"?", ONE_ERROR},
    {"wrong case of a file", "mv dialogs/how.dlg dialogs/How.dlg",
     "npcs/guide.npc:9:20: no dialog \"how\"; did you mean \"How\"?", ONE_ERROR},
    {"unknown command", "sed -i 's/give(coin,1)/gives(coin,1)/' objects/coin.obj",
     "objects/coin.obj:6:5: no command \"gives\"; did you mean \"give\"?", ONE_ERROR},
    {"blank in a name", "cp tiles/coin_soo0.png 'tiles/gold coin_soo0.png'",
     "tiles/gold coin_soo0.png: invalid name \"gold coin\"; expected letters, digits, \"_\" "
     "and \".\" only",
     ONE_ERROR},

    /* handlers */
    {"==", "sed -i 's/give(coin,1)/switch(hp==3) { case 1 { } }/' objects/coin.obj",
     "objects/coin.obj:6:14: \"==\" is written \"=\" here", ONE_ERROR},
    {"if", "sed -i 's/give(coin,1)/if(hp>3) { give(coin,1) }/' objects/coin.obj",
     "objects/coin.obj:6:5: there is no \"if\"; write switch(condition) { case 1 { } case 0 { "
     "} }",
     ONE_ERROR},
    {"text in a handler", "sed -i 's/(welcome,0)/(\"Hello\",0)/' npcs/guide.npc",
     "npcs/guide.npc:6:12: there are no strings in scripts; write the name of a dialog, a "
     "sound, a quest",
     ONE_ERROR},
    {"number of arguments", "sed -i 's/give(coin,1)/give(coin)/' objects/coin.obj",
     "objects/coin.obj:6:14: expected give(object,amount), found \")\"", ONE_ERROR},
    {"huge number", "sed -i 's/give(coin,1)/give(coin,99999999999)/' objects/coin.obj",
     "objects/coin.obj:6:15: number 99999999999 is too large (at most 2147483647)", ONE_ERROR},
    {"comment in an object", "sed -i '5i # the coin' objects/coin.obj",
     "objects/coin.obj:5:1: this file cannot have comments (oisin formats obj)", ONE_ERROR},
    {"comment in a handler", "sed -i 's/^    remove()/    # gone\\n&/' objects/coin.obj",
     "objects/coin.obj:7:5: there are no comments in scripts; in a .script file, whole lines "
     "may "
     "start with #",
     ONE_ERROR},
    {"brace not closed",
     "sed -i 's/^    remove()/    switch(hp) {\\n        case 1 {\\n            hp=3\\n    "
     "}\\n&/' "
     "objects/coin.obj",
     "objects/coin.obj:5:9: this \"{\" is not closed; is a \"}\" missing for line 8?",
     ONE_ERROR},
    {"handler that calls itself",
     "sed -i 's/dialog(sign,0)/event(sign)/' objects/sign.obj; rm dialogs/sign.dlg; rm -r "
     "tests",
     "objects/sign.obj:6:5: warning: this handler calls itself for ever", ONE_WARNING},

    /* fields */
    {"missing field", "sed -i 's/^1 1 - coin - 1.*/1 1 - coin -/' objects/coin.obj",
     "objects/coin.obj:3:13: price is missing (oisin formats obj)", ONE_ERROR},
    {"text in a number", "sed -i 's/^8/eight/' objects/coin.obj",
     "objects/coin.obj:4:1: \"eight\" is not a number from 0 to 31 (oisin formats obj)",
     ONE_ERROR},
    {"kind of file", "sed -i 's/^TirNanoG Object/TirNanoG Objekt/' objects/coin.obj",
     "objects/coin.obj:1:1: the first line must be \"TirNanoG Object\" (oisin formats obj)",
     ONE_ERROR},
    {"type of game", "sed -i 's/^ortho/orto/' config",
     "config:3:1: \"orto\" is not one of ortho|iso|hexv|hexh|3d; did you mean \"ortho\"? "
     "(oisin formats config)",
     ONE_ERROR},
    {"no config", "rm config", "g: not a project: there is no config file", ONE_ERROR},
    {"bytes that are not UTF-8",
     "printf 'TirNanoG Dialog\\nGu\\377ide\\nHi\\n- - 0\\n' > dialogs/how.dlg",
     "dialogs/how.dlg:2:3: invalid UTF-8", ONE_ERROR},
    {"byte order mark", "sed -i '1s/^/\\xef\\xbb\\xbf/' objects/coin.obj", NOTHING, NOTHING},
    {"price without a unit",
     "sed -i 's/^1 1 - coin - 1 .*/1 1 - coin - 8 - 0 0 0/; s/remove()/market()/' "
     "objects/coin.obj; rm -r tests",
     "objects/coin.obj: warning: the price of 8 has no unit: in a market this object is free",
     ONE_WARNING},
    {"attributes that need each other",
     "for i in 'wit luck' 'luck wit'; do set -- $i; printf \"TirNanoG Attribute\\nc $1\\n"
     "$2+1\\n\" > game/$1.atr; done",
     "game/luck.atr:3:1: warning: luck is calculated from itself", "0 errors, 2 warnings"},
    {"no start", "sed -i '/^e start/,$d' game/startup.cfg; rm -r tests",
     "maps/meadow.tmx: warning: nothing uses this map", "0 errors, 2 warnings"},
    {"options without a menu",
     "printf 'o Fighter\\n a hp 30\\n l hero hero_walk - - - - - - - - - - - - - - - - - -\\n' "
     ">> game/body.opt",
     "game/body.opt: warning: without ui/mainmenu.cfg nobody can choose: the first option is "
     "taken",
     ONE_WARNING},

    /* quests */
    {"quest that is never completed",
     QUEST("' > quests/coins.qst; sed -i 's/remove()/quest(0,coins)/' objects/coin.obj; rm -r "
           "tests"),
     "quests/coins.qst: warning: a handler starts this quest, but none completes it with "
     "quest(1,coins)",
     ONE_WARNING},
    {"quests that start each other", /* harmless: each is done once */
     QUEST("e complete {\\n quest(0,b)\\n}\\n' > quests/a.qst; sed 's/,b/,a/' quests/a.qst > "
           "quests/b.qst; sed -i 's/remove()/quest(0,a) quest(1,a) quest(1,b)/' "
           "objects/coin.obj; rm -r tests"),
     NOTHING, NOTHING},

    /* translations */
    {"quote in a translation",
     PO
     "msgid \"de\"\\nmsgstr \"Deutsch\"\\nmsgid \"Welcome! This is your game now.\"\\nmsgstr "
     "\"Dein \"Spiel\"\"\\n' > lang/de.po",
     "lang/de.po:5:14: a quote within a text is written \\\" (oisin formats po)", ONE_ERROR},
    {"translation in Latin-1",
     PO
     "msgid \"de\"\\nmsgstr \"Deutsch\"\\nmsgid \"Thank you.\"\\nmsgstr \"Sch\\366n\"\\nmsgid "
     "\"Guide\"\\nmsgstr \"F\\374hrer\"\\n' > lang/de.po",
     "lang/de.po:5:8: the text is not UTF-8; convert the file with msgconv --to-code=UTF-8 "
     "(oisin formats po)",
     ONE_ERROR},
    {"letters that no font has",
     "mkdir lang; printf '# TirNanoG Translation\\nmsgid "
     "\"ja\"\\nmsgstr \"\\343\\201\\223\"\\n' > lang/ja.po;",
     "lang/ja.po:2: warning: no font has \"\u3053\" (U+3053): boxes are drawn; add a font to "
     "fonts/ (oisin convert FONT.ttf -o fonts/NAME.sfn)",
     ONE_WARNING},

    /* images */
    {"frames that do not divide", "mv chars/hero_walk_sol1.png chars/hero_walk_sol9.png",
     "chars/hero_walk_sol9.png: hero_walk: a width of 64 cannot hold 10 frames", ONE_ERROR},
    {"direction that two images have", "cp tiles/coin_soo0.png tiles/coin_sol0.png",
     "tiles/coin_soo0.png: coin: duplicate direction so; tiles/coin_sol0.png has it, too",
     ONE_ERROR},
    {"image of an object that was removed", "rm tiles/coin_soo0.png",
     "objects/coin.obj: no image tiles/coin_....png for this object", "4 errors, 0 warnings"},
    {"suffix of a sprite", "mv tiles/coin_soo0.png tiles/coin_s0.png",
     "tiles/coin_s0.png: invalid suffix of the sprite \"coin_s0\"; expected _full, _atls, or "
     "direction, o, f or l, and frames, as in _soo0",
     ONE_ERROR},
    {"part of a PNG file", "head -c 60 tiles/coin_soo0.png > x; mv x tiles/coin_soo0.png",
     "tiles/coin_soo0.png: at byte 60: the PNG ends before its IEND chunk", ONE_ERROR},
    {"text as PNG file", "echo hello > tiles/coin_soo0.png",
     "tiles/coin_soo0.png: not a PNG file: wrong signature", ONE_ERROR},
    {"JPEG called .png", "printf '\\377\\330\\377\\340\\0\\020JFIF' > tiles/coin_soo0.png",
     "tiles/coin_soo0.png: not a PNG file: its contents are those of a .jpg file", ONE_ERROR},
    {"size of a tile", "cp ../small.png tiles/grass_soo0.png",
     "tiles/grass_soo0.png: warning: 20 x 20 pixels leave a gap on the layer \"ground 1\": its "
     "cells have 32 x 32",
     ONE_WARNING},

    /* maps */
    {"missing tileset", "sed -i '/name=\"tiles_grass\"/,/<\\/tileset>/d' maps/meadow.tmx",
     "maps/meadow.tmx:24:1: layer 1 \"ground 1\": cell 0,0: no tileset has the ID 1",
     ONE_ERROR},
    {"ID without a tileset", "sed -i '0,/^1,1,1/s//99,1,1/' maps/meadow.tmx",
     "maps/meadow.tmx:28:1: layer 1 \"ground 1\": cell 0,0: tile 94 of the tileset "
     "\"npcs_guide\" "
     "is not a sprite; a tileset of one sprite has only the tile 0",
     ONE_ERROR},
    {"size of a map",
     "sed -i '26s/width=\"32\" height=\"32\">/width=\"16\" height=\"64\">/' maps/meadow.tmx",
     "maps/meadow.tmx:26: warning: layer 1 \"ground 1\": 512 cells are outside of the maps of "
     "this game, 32 x 32 cells: ignored",
     ONE_WARNING},
    {"broken XML", "sed -i 's/<layer id=\"1\"/<layer id=\"1/' maps/meadow.tmx",
     "maps/meadow.tmx:26:21: not well-formed XML: not well-formed (invalid token)", ONE_ERROR},
    {"too few cells", "sed -i '0,/^1,1,1,1,/s//1,/' maps/meadow.tmx",
     "maps/meadow.tmx:60:1: layer 1 (32 x 32): there are fewer cells than width x height",
     ONE_ERROR},
    {"orientation of a map", "sed -i 's/orthogonal/isometric/' maps/meadow.tmx",
     "maps/meadow.tmx: the map is isometric, the game is orthogonal (line 3 of config)",
     ONE_ERROR},
    {"size of a map's tiles",
     "sed -i 's/tilewidth=\"32\" tileheight=\"32\" infinite/"
     "tilewidth=\"16\" tileheight=\"16\" infinite/' maps/meadow.tmx",
     "maps/meadow.tmx: warning: tiles of 16 x 16 pixels; the game has 32 x 32", ONE_WARNING},
    {"ID of a layer",
     "sed -i 's/<layer id=\"1\" name=\"ground 1\"/<layer id=\"17\" name=\"floor\"/' "
     "maps/meadow.tmx",
     "maps/meadow.tmx:26: warning: unknown layer 17 \"floor\"; expected a name (\"ground 1\" "
     "to "
     "\"ground 4\", \"objects\", \"NPCs\", \"spawners\", \"roof 1\" to \"roof 4\") or an ID "
     "from 1 to 11: ignored",
     ONE_WARNING},
    {"names of layers that are exchanged",
     "sed -i 's/name=\"NPCs\"/name=\"x\"/; s/name=\"spawners\"/name=\"NPCs\"/; "
     "s/name=\"x\"/name=\"spawners\"/' maps/meadow.tmx",
     "maps/meadow.tmx:206: warning: layer 6 \"spawners\" has the ID of \"NPCs\"; the IDs "
     "decide, "
     "because the layers have exactly the IDs 1 to 11 (so for 2 layers)",
     ONE_WARNING},
    {"layer that holds another kind",
     "sed -i 's/id=\"6\" name=\"NPCs\"/x/; s/id=\"7\" name=\"spawners\"/id=\"6\" "
     "name=\"NPCs\"/; "
     "s/layer x/layer id=\"7\" name=\"spawners\"/; s/layer id=\"1\"/layer id=\"12\"/' "
     "maps/meadow.tmx",
     "maps/meadow.tmx:221:39: layer 7 \"spawners\": cell 19,13: an NPC is not allowed in this "
     "layer, but in \"NPCs\"",
     ONE_ERROR},
    {"NPC that does not exist",
     "sed -i 's/name=\"npcs_guide\"/name=\"npcs_giude\"/; "
     "s/npcs.guide_npc.png/npcs\\/giude_npc.png/' maps/meadow.tmx",
     "maps/meadow.tmx:22: unknown tileset \"npcs_giude\": there is no NPC \"giude\", tile "
     "sprite \"npcs_giude\", NPC \"npcs_giude\", spawner \"npcs_giude\"; did you mean "
     "\"guide\"?",
     ONE_ERROR},
    {"unknown property",
     "sed -i 's/<property name=\"title\"/<property name=\"musik\" value=\"x\"\\/>\\n  &/' "
     "maps/meadow.tmx",
     "maps/meadow.tmx:4:3: warning: unknown property \"musik\"; did you mean \"music\"? (oisin "
     "formats tmx)",
     ONE_WARNING},
    {"position outside the map",
     "sed -i 's/meadow,16,16,so/meadow,200,15,so/' game/startup.cfg; rm -r tests",
     "game/startup.cfg:3:5: warning: cell 200,15 is outside the map, which has 32 x 32 cells",
     ONE_WARNING},
    {"position in a wall",
     "sed -i 's/meadow,16,16,so/meadow,23,16,so/' game/startup.cfg; rm -r tests",
     "game/startup.cfg:3: warning: nobody can leave cell 23,16: it is blocked", ONE_WARNING},

    /* other files */
    {"rate of a sound",
     "mkdir sounds; cp ../slow.ogg sounds/ding.ogg; sed -i 's/remove()/& sound(ding)/' "
     "objects/coin.obj",
     "sounds/ding.ogg: warning: its sound has 22050 Hz instead of 44100", ONE_WARNING},
    {"channels of a sound",
     "mkdir sounds; cp ../stereo.ogg sounds/ding.ogg; sed -i 's/remove()/& sound(ding)/' "
     "objects/coin.obj",
     "sounds/ding.ogg: warning: its sound has 2 channels; expected mono", ONE_WARNING},
    {"zeros as Ogg file", "mkdir sounds; head -c 3000 /dev/zero > sounds/ding.ogg",
     "sounds/ding.ogg: this is not an Ogg file", ONE_ERROR},
    {"part of a font", "head -c 500 fonts/plain.sfn > x; mv x fonts/plain.sfn",
     "fonts/plain.sfn: the font at byte 0 claims 7571 bytes, but 500 are left", ONE_ERROR},
    {"TrueType font", "printf '\\0\\1\\0\\0' > fonts/bold.ttf",
     "fonts/bold.ttf: warning: not part of a project: ignored; convert it to .sfn (oisin "
     "convert FONT -o NAME.sfn)",
     ONE_WARNING},
    {"file that does not belong there", "echo x > objects/notes.txt",
     "objects/notes.txt: warning: not part of a project: ignored", ONE_WARNING},
    {"name that Windows refuses",
     "mv dialogs/sign.dlg dialogs/aux.dlg; sed -i 's/sign,0/aux,0/' objects/sign.obj",
     "dialogs/aux.dlg: warning: Windows cannot have a file of this name: it is the name of a "
     "device",
     ONE_WARNING},
    {"names that differ only in case",
     "mv dialogs/how.dlg dialogs/Sign.dlg; sed -i 's/how,0/Sign,0/' npcs/guide.npc; "
     "sed -i 's/dialog how/dialog Sign/' tests/first.test",
     "dialogs/sign.dlg: warning: Windows cannot have a file of this name: dialogs/Sign.dlg "
     "differs only in case",
     ONE_WARNING},
    {"link out of the project", "ln -s /etc/hostname objects/link.obj",
     "objects/link.obj: it is a link to a path outside of the folder", ONE_ERROR},
    {"NPC that nothing uses", "cp npcs/guide.npc npcs/smith.npc",
     "npcs/smith.npc: warning: nothing uses this NPC", ONE_WARNING},
};

static void put_material(Cli *cli)
{
    Kit *kit = kit_new();
    Image small = image_new(20, 20, kit->arena);
    for (size_t i = 0; i < 20 * 20; i++)
        small.pixels[i] = PIXEL(90, 120, 40, 255);
    cli_put(cli, "small.png", png_write(&small, NULL, kit->arena));
    cli_put(cli, "slow.ogg", media_sound(kit, (MediaSound){22050, 1, 2000, 440, 0.5}));
    cli_put(cli, "stereo.ogg", media_sound(kit, (MediaSound){44100, 2, 2000, 440, 0.5}));
    kit_free(kit);
}

/* The last line of a text, without its end. */
static const char *last_line(char *text)
{
    size_t size = strlen(text);
    while (size && text[size - 1] == '\n')
        text[--size] = 0;
    const char *line = strrchr(text, '\n');
    return line ? line + 1 : text;
}

static void mistakes_are_explained(void **state)
{
    Cli *cli = *state;
    unsigned wrong = 0;
    put_material(cli);
    assert_int_equal(sh(cli, "oisin new base -q"), 0);
    for (size_t i = 0; i < COUNT_OF(mistakes); i++) {
        const Mistake *mistake = &mistakes[i];
        assert_int_equal(sh(cli, "rm -rf g; cp -r base g; cd g; %s", mistake->change), 0);
        sh(cli, "oisin check g 2>&1");
        char *out = strdup(content(cli, "out"));
        assert_non_null(out);
        const char *line = out + (text_starts(text_of(out), "g/") ? 2 : 0);
        const size_t first = strcspn(line, "\n");
        const bool first_ok =
            first == strlen(mistake->first) && !memcmp(line, mistake->first, first);
        const char *total = last_line(out);
        if (!first_ok || strcmp(total, mistake->total) != 0) {
            print_error("%s: %s\n", mistake->name, content(cli, "out"));
            wrong++;
        }
        free(out);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(mistakes_are_explained, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A new project: small, but with everything that a game needs. The images are drawn here, so
 * that they are free of foreign rights. */
#include "tirnanog/project/project.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/sheets/project_names.h"

#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"

enum { TILE = 32, MAP_SIDE = 32 };

/* Letters in the drawings below, and their colours. */
static const struct {
    char letter;
    Pixel colour;
} colours[] = {
    {'k', PIXEL(34, 32, 52, 255)},    {'g', PIXEL(75, 105, 47, 255)},
    {'G', PIXEL(106, 190, 48, 255)},  {'d', PIXEL(55, 148, 110, 255)},
    {'b', PIXEL(102, 57, 49, 255)},   {'B', PIXEL(143, 86, 59, 255)},
    {'s', PIXEL(238, 195, 154, 255)}, {'r', PIXEL(172, 50, 50, 255)},
    {'y', PIXEL(251, 242, 54, 255)},  {'Y', PIXEL(223, 113, 38, 255)},
    {'w', PIXEL(255, 255, 255, 255)}, {'u', PIXEL(91, 110, 225, 255)},
    {'U', PIXEL(63, 63, 116, 255)},   {'n', PIXEL(132, 126, 135, 255)},
};

/* Drawings at half size: every letter is two by two pixels. */
static const char *const walker[] = {
    "....kkkkkk......", "...kbbbbbbk.....", "..kbbbbbbbbk....", "..kbssssssbk....",
    "..ksksssksk.....", "..kssssssk......", "...kssssk.......", "..kuuuuuuk......",
    ".kuuuuuuuuk.....", ".ksuuuuuusk.....", ".ksuuuuuusk.....", "..kUUUUUUk......",
    "..kUUkkUUk......", "..kUUk.kUUk.....", "..kbbk.kbbk.....", "..kkkk.kkkk....."};
static const char *const tree[] = {
    "......kkkk......", "....kkGGGGkk....", "...kGGGGGgGGk...", "..kGGGgGGGGGgk..",
    "..kGGGGGGGgGgk..", ".kGGgGGGGGGGGgk.", ".kGGGGGgGGgGggk.", ".kgGGGGGGGGgggk.",
    "..kggGgGGggggk..", "...kkgggggggk...", ".....kkbBkkk....", "......kbBk......",
    "......kbBk......", "......kbBk......", ".....kbbBBk.....", ".....kkkkkk....."};
static const char *const sign[] = {
    "................", "................", "................", ".kkkkkkkkkkkkkk.",
    ".kBBBBBBBBBBBBk.", ".kBkkBkkkBkkBBk.", ".kBBBBBBBBBBBBk.", ".kBkkkBkkBkkkBk.",
    ".kBBBBBBBBBBBBk.", ".kkkkkkkkkkkkkk.", "......kbBk......", "......kbBk......",
    "......kbBk......", "......kbBk......", "......kbBk......", "......kkkk......"};
static const char *const coin[] = {
    "................", "................", "................", "................",
    "......kkkk......", "....kkyyyykk....", "....kywwyyYk....", "...kywyyyyyYk...",
    "...kywyyyyyYk...", "...kyyyyyyyYk...", "...kyyyyyyyYk...", "....kyyyyYYk....",
    "....kkYYYYkk....", "......kkkk......", "................", "................"};

static Pixel colour_of(char letter)
{
    for (size_t i = 0; i < COUNT_OF(colours); i++)
        if (colours[i].letter == letter)
            return colours[i].colour;
    return 0;
}

/* `rows` are strings of 16 letters; a dot is transparent. Every letter is 2 x 2 pixels. */
static void draw(const Image *image, uint32_t left, uint32_t top, const char *const *rows,
                 size_t count, bool mirrored)
{
    for (uint32_t y = 0; y < count * 2; y++)
        for (uint32_t x = 0; x < TILE; x++) {
            const uint32_t from = (mirrored ? TILE - 1 - x : x) / 2;
            const Pixel colour = colour_of(rows[y / 2][from]);
            if (colour)
                *image_at(image, left + x, top + y) = colour;
        }
}

typedef struct NewProject {
    ProjectFiles *out;
    Arena *arena;
} NewProject;

static void add(NewProject *project, const char *path, Bytes bytes)
{
    *ARENA_PUSH(project->arena, project->out->items, project->out->count) =
        (ProjectFile){text_of(path), bytes};
}

/* Line ends are CR LF, as in the files that other commands write. */
static void add_text(NewProject *project, const char *path, const char *text)
{
    Writer writer = writer_to(project->arena);
    for (; *text; text++) {
        if (*text == '\n')
            write_u8(&writer, '\r');
        write_u8(&writer, (uint8_t)*text);
    }
    add(project, path, writer_bytes(&writer));
}

static void add_picture(NewProject *project, const char *path, const char *const *rows)
{
    const Image image = image_new(TILE, TILE, project->arena);
    draw(&image, 0, 0, rows, 16, false);
    add(project, path, png_write(&image, NULL, project->arena));
}

/* Tufts in a fixed pattern, so that the project is reproducible. */
static void add_grass(NewProject *project)
{
    const Image image = image_new(TILE, TILE, project->arena);
    uint32_t state = 1;
    for (uint32_t y = 0; y < TILE; y++)
        for (uint32_t x = 0; x < TILE; x++) {
            state = state * 1103515245 + 12345;
            const uint32_t dice = state >> 16 & 31;
            *image_at(&image, x, y) = colour_of(dice == 0 ? 'g' : dice == 1 ? 'd' : 'G');
        }
    add(project, "tiles/grass_soo0.png", png_write(&image, NULL, project->arena));
}

/* Two steps: the walker and its mirror image; an image for each direction. */
static void add_walker(NewProject *project)
{
    static const char *const directions[] = {"so", "we", "no", "ea"};
    for (size_t i = 0; i < COUNT_OF(directions); i++) {
        const Image idle = image_new(TILE, TILE, project->arena);
        draw(&idle, 0, 0, walker, 16, i == 3);
        const Image walk = image_new(TILE * 2, TILE, project->arena);
        draw(&walk, 0, 0, walker, 16, false);
        draw(&walk, TILE, 0, walker, 16, true);
        add(project, arena_format(project->arena, "chars/hero_%so0.png", directions[i]).at,
            png_write(&idle, NULL, project->arena));
        add(project, arena_format(project->arena, "chars/hero_walk_%sl1.png", directions[i]).at,
            png_write(&walk, NULL, project->arena));
    }
}

enum { ID_GRASS = 1, ID_TREE, ID_SIGN, ID_COIN, ID_GUIDE };

/* A meadow with a border of trees; the player starts in the middle. */
static uint32_t object_at(uint32_t x, uint32_t y)
{
    if (x == 0 || y == 0 || x == MAP_SIDE - 1 || y == MAP_SIDE - 1)
        return ID_TREE;
    if (x == 18 && y == 15)
        return ID_SIGN;
    if (y == 18 && x >= 14 && x <= 18 && x % 2 == 0)
        return ID_COIN;
    return (x * 7 + y * 13) % 41 == 0 && (x < 12 || x > 20) ? ID_TREE : 0;
}

/* Tilesets have one tile each, so the ID of a thing is the number of its tileset. */
static void add_map(NewProject *project)
{
    static const struct {
        const char *name, *image;
    } sets[] = {{"tiles_grass", "../tiles/grass_soo0.png"},
                {"tiles_tree", "../tiles/tree_soo0.png"},
                {"tiles_sign", "../tiles/sign_soo0.png"},
                {"tiles_coin", "../tiles/coin_soo0.png"},
                {"npcs_guide", "../npcs/guide_npc.png"}};
    Arena *arena = project->arena;
    TmxTileset *tilesets = ARENA_ALLOC(arena, TmxTileset, COUNT_OF(sets));
    for (size_t i = 0; i < COUNT_OF(sets); i++)
        tilesets[i] = (TmxTileset){.first = (uint32_t)i + 1,
                                   .name = text_of(sets[i].name),
                                   .image = text_of(sets[i].image),
                                   .w = TILE,
                                   .h = TILE};
    /* All layers, so that each can be drawn on. */
    TmxLayer *layers = ARENA_ALLOC(arena, TmxLayer, MAP_LAYERS);
    for (uint32_t i = 0; i < MAP_LAYERS; i++) {
        uint32_t *cells = ARENA_ALLOC(arena, uint32_t, MAP_SIDE * MAP_SIDE);
        for (uint32_t y = 0; y < MAP_SIDE; y++)
            for (uint32_t x = 0; x < MAP_SIDE; x++)
                cells[y * MAP_SIDE + x] = i == 0                   ? ID_GRASS
                                          : i == MAP_LAYER_OBJECTS ? object_at(x, y)
                                          : i == MAP_LAYER_NPCS && x == 19 && y == 13 ? ID_GUIDE
                                                                                      : 0;
        layers[i] = (TmxLayer){.id = i + 1,
                               .w = MAP_SIDE,
                               .h = MAP_SIDE,
                               .cells = cells,
                               .name = text_of(map_layer_names[i])};
    }
    TmxProperty title = {.name = TEXT("title"), .value = TEXT("The meadow")};
    const TmxMap map = {.w = MAP_SIDE,
                        .h = MAP_SIDE,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .properties = &title,
                        .property_count = 1,
                        .tilesets = tilesets,
                        .tileset_count = COUNT_OF(sets),
                        .layers = layers,
                        .layer_count = MAP_LAYERS};
    add(project, "maps/meadow.tmx", tmx_write(&map, arena));
}

#define DASHES_17 "- - - - - - - - - - - - - - - - -"

static const struct {
    const char *path, *text;
} texts[] = {
    {"game/startup.cfg", "TirNanoG StartUp\ne start {\n    location(meadow,16,16,so)\n}\n"},
    {"game/attributes.cfg", "TirNanoG AttrConf\n10 5\n-\n-\n-\n"},
    {"game/hp.atr", "TirNanoG Attribute\nv Health\n20\n"},
    {"game/body.opt",
     "TirNanoG CharOptions\nBody\no Wanderer\n a hp 20\n l hero hero_walk " DASHES_17 " -\n"},
    {"game/character.cfg", "TirNanoG CharBase\n0 body\n"},
    {"npcs/guide.npc",
     "TirNanoG NPC\nGuide\nstand 100 200 0\nl hero hero_walk " DASHES_17
     " -\ne click {\n    dialog(welcome,0)\n    switch(a) {\n        case 1 {\n"
     "            dialog(how,0)\n        }\n    }\n}\n"},
    {"dialogs/welcome.dlg", "TirNanoG Dialog\nGuide\nWelcome! This is your game now.\n- - 0\n"
                            "- - - How does it work?\n- - - Thank you.\n"},
    {"dialogs/how.dlg",
     "TirNanoG Dialog\nGuide\nEvery file of this folder can be changed: texts "
     "in an editor, pictures in a paint program, maps in Tiled. Then run oisin "
     "build again.\n- - 0\n"},
    {"dialogs/sign.dlg", "TirNanoG Dialog\nSign\nThree coins lie south of here.\n- - 0\n"},
    {"objects/tree.obj", "TirNanoG Object\nTree\n1 1 - - - 0 - 0 0 0\n1\n"},
    {"objects/sign.obj", "TirNanoG Object\nSign\n1 1 - - - 0 - 0 0 0\n9\ne click {\n"
                         "    dialog(sign,0)\n}\n"},
    {"objects/coin.obj", "TirNanoG Object\nCoin\n1 1 - coin - 1 - 0 0 0\n8\ne touch {\n"
                         "    give(coin,1)\n    remove()\n}\n"},
    {"tests/first.test",
     "# What must stay true, whatever is changed. Run: oisin test THIS-FOLDER\n\n"
     "scenario the guide explains the game\n"
     "    talk guide\n"
     "    expect text \"Welcome\"\n"
     "    choose \"How does it work?\"\n"
     "    expect dialog how\n"
     "    continue\n"
     "    expect screen game\n\n"
     "scenario the sign tells of three coins, and they are there\n"
     "    talk sign\n"
     "    expect text \"Three coins\"\n"
     "    continue\n"
     "    expect object coin = 3\n"
     "    touch coin\n"
     "    touch coin\n"
     "    touch coin\n"
     "    expect has coin 3\n"},
    {"ui/hud.cfg", "TirNanoG HUD\n- -\n- -\n5 32 32 4 4 4 8\n- - 0\n- - 32 32 0 0\n"
                   ". . 12 plain\n- - -\n"},
};

/* Stricter than the format, because the ID becomes the name of a folder. */
bool project_game_id_check(Text game, Report *report)
{
    return (names_ok(game) && game.size <= 16) ||
           report_error(report,
                        "invalid game ID \"%.*s\"; expected 1 to 16 ASCII letters, digits, "
                        "\"_\" and \".\"",
                        (int)game.size, game.at);
}

/* The files are in no order: writing them sorts nothing, and building sorts them. */
bool project_new(Text game, ProjectFiles *out, Arena *arena, Report *report)
{
    NewProject project = {out, arena};
    *out = (ProjectFiles){.game = game};
    if (!project_game_id_check(game, report))
        return false;
    add_text(&project, "config",
             arena_format(arena, "TirNanoG Project 0\n%.*s\northo %d %d %d\n", (int)game.size,
                          game.at, TILE, TILE, MAP_SIDE)
                 .at);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        add_text(&project, texts[i].path, texts[i].text);
    add_picture(&project, "tiles/tree_soo0.png", tree);
    add_picture(&project, "tiles/sign_soo0.png", sign);
    add_picture(&project, "tiles/coin_soo0.png", coin);
    add_grass(&project);
    add_walker(&project);
    add_map(&project);
    add(&project, "fonts/plain.sfn", font_builtin(arena)->bytes);
    return true;
}

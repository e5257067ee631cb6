/* Tilesets of maps: which sprite, NPC or spawner each of their tiles stands for.
 *
 * - A tileset of one image: the prefix of its name tells (`tiles_oak`, `tiles/oak`). The game's
 *   format does not say more than "category and name", and other tools may write the plain
 *   name, or any name: then the path of the image decides, with a warning. Only tile 0 has a
 *   meaning.
 * - A collection of images: the path of each image decides. A tile that shows a part of its
 *   image means the sprite of the sheet that begins there.
 * - A sheet (`tiles/village.png` with `tiles/village.lyt`, or an image `_atls`): a tile means
 *   the sprite whose first frame has its upper left corner there.
 *
 * Tilesets in files of their own (.tsx) are the same. Other tiles have no meaning, so cells
 * with them are errors. */
#ifndef OISIN_TIRNANOG_MAPS_TILESETS_H
#define OISIN_TIRNANOG_MAPS_TILESETS_H

#include "tirnanog/maps/tmx.h"
#include "kit/formats/file_list.h"
#include "tirnanog/sheets/project_names.h"

#include "base/hash.h"

enum { CONTENT_TILES, CONTENT_NPCS, CONTENT_SPAWNERS, CONTENTS };

typedef struct TileMeaning {
    uint32_t id;      /* in the cells of the map */
    uint16_t content; /* CONTENT_... */
    uint16_t number;  /* of the sprite, NPC or spawner */
} TileMeaning;

/* Sorted by ID. */
typedef struct TileMeanings {
    TileMeaning *items;
    size_t count;
} TileMeanings;

/* The path in the project that a path in a file of the project means; empty: it is outside. */
Text tileset_path(Text file, Text path, Arena *arena);

/* A report about a file that maps share: silent if it is in `reported`, to which it is added;
 * `file` must live as long as that. */
Report report_once(Report *report, Text file, Table *reported);

/* Replaces tilesets in files of their own by the contents of these files, of which the paths
 * are made relative to the project's folder, as all others. `path`: of the map. `reported`: the
 * files that have been reported before, whose messages are not repeated; or NULL. */
bool tilesets_load(const ProjectFiles *files, Text path, TmxMap *map, Table *reported,
                   Arena *arena, Report *report);

/* The meanings of all tiles of a map after tilesets_load. Unknown tilesets are errors if a cell
 * uses them, otherwise warnings. */
bool tilesets_resolve(const Names *names, const ProjectFiles *files, const TmxMap *map,
                      TileMeanings *out, Arena *arena, Report *report);

/* The meanings of the tiles of one tileset, which was read from the file `path`. */
void tileset_meanings(const Names *names, const ProjectFiles *files, Text path,
                      TmxTileset *tileset, TileMeanings *out, Arena *arena);

/* The meaning of a cell; NULL: it has none. */
const TileMeaning *tile_meaning(const TileMeanings *meanings, uint32_t id);

/* The prefix of the names of such tilesets, and what they contain, for documents. */
const char *tileset_prefix(unsigned content);
const char *tileset_word(unsigned content);

#endif

/* Uses: where the files of a project refer to each other by names.
 *
 * Whenever a build finds a name, it records the name and the text that contained it
 * (BuildOptions.uses). Texts that belong to a file of the project are places where this file
 * refers to something. So there is no second reader: what the build understands is found, in
 * lines, conditions, handlers and map properties. Cells of maps are counted. */
#ifndef OISIN_TIRNANOG_SHEETS_NAME_USES_H
#define OISIN_TIRNANOG_SHEETS_NAME_USES_H

#include "tirnanog/maps/map_positions.h"
#include "tirnanog/sheets/project_names.h"
#include "kit/formats/file_list.h"
#include "tirnanog/maps/tilesets.h"

typedef struct ProjectUse {
    uint16_t kind; /* NameKind, or NAME_SPRITE + category */
    uint32_t number;
    Text path;       /* of the file that refers to it */
    size_t from, to; /* the name in it, in bytes; 0 and 0: cells of a map */
    uint32_t cells;  /* of a map, else 0 */
} ProjectUse;

typedef struct ProjectUses {
    ProjectUse *items; /* by kind, number, path and place */
    size_t count;
} ProjectUses;

/* The places of all look-ups; each once. */
ProjectUses project_uses(const NameUses *found, const ProjectFiles *files, Arena *arena);
/* Those of one name: a part of the items. */
ProjectUses project_uses_of(const ProjectUses *uses, uint16_t kind, uint32_t number);
/* Those in one file, of which items are copied. */
ProjectUses project_uses_in(const ProjectUses *uses, Text path, Arena *arena);

/* ---- for the reader of maps ---- */

/* Look-ups since `first` were in the property's value, a copy that will be freed. */
void uses_place_property(NameUses *uses, size_t first, Text path, const MapProperty *property);
void uses_count_cells(NameUses *uses, Text path, const TmxMap *map,
                      const TileMeanings *meanings, Arena *scratch);

#endif

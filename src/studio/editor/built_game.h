/* The game that the files are now, for requests that draw: built once after each change, and
 * shared by maps and figures. */
#ifndef OISIN_STUDIO_EDITOR_BUILT_GAME_H
#define OISIN_STUDIO_EDITOR_BUILT_GAME_H

#include "studio/editor/editor_internal.h"
#include "engine/render/figure_view.h"
#include "engine/render/map_view.h"
#include "tirnanog/maps/map_edit.h"

/* Its bytes, in the arena of the call. False: it cannot be built, which the call answers. */
bool built_bytes(Call *call, Bytes *out);
/* Both: NULL after an error was answered; valid until the next request. */
FigureView *built_figure(Call *call);
/* With this map shown. Its cells are those of the file, and what is being painted
 * (`api/map-draft`), which `afresh` drops. */
MapView *built_map(Call *call, Text path, bool afresh);

/* New cells of a layer. */
typedef struct LayerChanges {
    unsigned layer;
    MapChange *items;
    size_t count;
} LayerChanges;

/* They were written to the file of the map that is shown; `before`: the number of changes
 * before that. The view gets them, too, so that the game need not be built again for the next
 * piece. */
void built_map_written(Editor *editor, Text path, uint64_t before, const LayerChanges *layers,
                       size_t count);

void built_game_free(BuiltGame *game);

#endif

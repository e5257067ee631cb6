/* A player's figure as an editor shows it: chosen options in chosen colours, with the pictures
 * that the game draws for players (actors.c), in all eight directions. */
#ifndef OISIN_ENGINE_RENDER_FIGURE_VIEW_H
#define OISIN_ENGINE_RENDER_FIGURE_VIEW_H

#include "base/report.h"
#include "base/image/image.h"

typedef struct FigureView FigureView;

enum { FIGURE_NONE = UINT32_MAX, FIGURE_COLUMNS = 19, FIGURE_DIRECTIONS = 8 };

/* A group of options of characters. */
typedef struct FigureGroup {
    Text name;
    const Text *options;
    uint32_t option_count, palette_count; /* palette_count 0: its colours cannot be chosen */
} FigureGroup;

typedef struct Figure {
    const uint32_t *choices;  /* of each group; FIGURE_NONE: none */
    const uint32_t *palettes; /* of each group; 0: unchanged colours */
    uint32_t column;          /* of the row of sprites: 0 is idle, 1 is walk, and so on */
} Figure;

typedef struct FigureImage {
    Image image;     /* straight alpha: a row for each direction, in it the frames */
    uint32_t w, h;   /* of a frame; 0: the figure has no sprites */
    uint32_t frames; /* at most 64: layers of different lengths begin again together */
    bool once;       /* the last frame remains; otherwise they are repeated */
} FigureImage;

/* `game`: a .tng file, which must outlive the view, as must the arena. NULL: it cannot be read,
 * which is reported. `language`: two letters; names are in the first one if the game
 * does not have it. */
FigureView *figure_view_new(Bytes game, Text language, Arena *arena, Report *report);

uint32_t figure_view_group_count(const FigureView *view);
FigureGroup figure_view_group(const FigureView *view, uint32_t group);
/* The columns that any of the options has: bit n, column n. */
uint32_t figure_view_columns(const FigureView *view);
/* False: the image would be too large, which is reported. */
bool figure_view_draw(FigureView *view, const Figure *figure, FigureImage *out, Arena *arena,
                      Report *report);

#endif

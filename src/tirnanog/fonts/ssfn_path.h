/* Contours as straight edges, and their crossings with a line; for ssfn_raster.c. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_PATH_H
#define OISIN_TIRNANOG_FONTS_SSFN_PATH_H

#include "tirnanog/fonts/ssfn.h"

/* An edge from its upper to its lower end, in 1/256 pixel. */
typedef struct PathEdge {
    int32_t x0, y0, x1, y1;
} PathEdge;

typedef struct Path {
    const SsfnFont *font;
    int64_t pixels; /* of the font's height */
    int64_t down;   /* offset of each y, in 1/256 pixel */
    PathEdge *edges;
    size_t edge_count;
    uint32_t *active;          /* indices of the edges that the line may cross */
    size_t active_count, next; /* number of active edges; next edge to become active */
    int64_t *crossings;        /* result of `path_cross`, sorted */
    Arena *arena;
} Path;

/* Adds a contour; curves are approximated by lines with an error of at most 1/16 pixel. */
void path_add(Path *path, const SsfnPart *part);

/* Call this after adding all contours and before the first `path_cross`. */
void path_start(Path *path, Arena *arena);

/* Returns the number of edges that cross the line at `y`; lines must be passed from top to
 * bottom. */
size_t path_cross(Path *path, int64_t y);

#endif

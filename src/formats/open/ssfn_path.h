/* Contours as straight edges, and where they cross a line; for ssfn_raster.c. */
#ifndef OISIN_FORMATS_OPEN_SSFN_PATH_H
#define OISIN_FORMATS_OPEN_SSFN_PATH_H

#include "formats/open/ssfn.h"

/* From its upper to its lower end, in 1/256 pixel. */
typedef struct PathEdge {
    int32_t x0, y0, x1, y1;
} PathEdge;

typedef struct Path {
    const SsfnFont *font;
    int64_t pixels; /* of the font's height */
    int64_t down;   /* 1/256 pixel, added to each y */
    PathEdge *edges;
    size_t edge_count;
    uint32_t *active;          /* indices of edges that the line may cross */
    size_t active_count, next; /* the next edge to become active */
    int64_t *crossings;        /* filled by `path_cross`, in order */
    Arena *arena;
} Path;

/* Adds a contour, curves cut into lines that stay within 1/16 pixel of them. */
void path_add(Path *path, const SsfnPart *part);

/* Before the first `path_cross`, with all contours added. */
void path_start(Path *path, Arena *arena);

/* How many edges cross the line at `y`; lines must come from top to bottom. */
size_t path_cross(Path *path, int64_t y);

#endif

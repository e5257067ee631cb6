/* Boxes of the figures of objects on a map, by template (graph_tiles.h). */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_FIGURES_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_FIGURES_H

#include "evil_islands/archives/file_store.h"
#include "evil_islands/models/fig.h"

/* Files may share their bytes: bytes in memory of all figures that are read. */
enum { GRAPH_FIGURES_MAX = 1 << 28, GRAPH_FIGURE_COUNT_MAX = 4096 };

typedef enum GraphRole {
    GRAPH_OBSTACLE,
    GRAPH_FLOOR,  /* BASE...: it can be walked on */
    GRAPH_IGNORED /* CROWN..., EMPTY... */
} GraphRole;

/* A part of a figure in all variants. */
typedef struct GraphPart {
    GraphRole role;
    bool has_box;
    double centers[FIG_VARIANTS][3]; /* with the offsets of the bone and its parents */
    double mins[FIG_VARIANTS][3], maxs[FIG_VARIANTS][3]; /* relative to the center */
} GraphPart;

typedef struct GraphFigure {
    GraphPart *parts; /* one for each bone */
    size_t count;
    Table names; /* index of a part by its name in lower case */
} GraphFigure;

typedef struct GraphFigures {
    FileStore files;
    Table known; /* index + 1 by template; 0: none */
    GraphFigure **items;
    size_t count;
    size_t work; /* bytes read so far */
    Arena *arena;
} GraphFigures;

/* `files`: files, and archives, of figures. */
bool graph_figures(const ProjectFiles *files, GraphFigures *out, Arena *arena, Report *report);

/* The figure of a template (.mod, .lnk or .fig); NULL if it is missing or damaged, or beyond
 * the limits. */
const GraphFigure *graph_figure(GraphFigures *figures, Text template);

#endif

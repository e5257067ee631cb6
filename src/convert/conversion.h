/* Conversions between formats: the edges of a graph (conversions.def). Each edge is a function
 * from bytes, or the files of a folder, to bytes or files. */
#ifndef OISIN_CONVERT_CONVERSION_H
#define OISIN_CONVERT_CONVERSION_H

#include "base/progress.h"
#include "base/report.h"
#include "convert/lay_manifest.h"
#include "convert/presets.h"
#include "convert/sound.h"
#include "formats/evil_islands/mmp.h"
#include "project/files.h"

/* Access to other files, which the caller provides. */
typedef struct ConversionFolder {
    /* Finds the file of exactly this name in the input's folder, otherwise one that differs
     * only in case. Returns false, without a report, if there is none that can be read. */
    bool (*beside)(void *context, Text name, Bytes *out, Arena *arena);
    /* Finds all files in the folder of this name in the input's folder, by the same rule. A
     * file that cannot be read may be reported. May be NULL. */
    bool (*below)(void *context, Text name, ProjectFiles *out, Arena *arena, Report *report);
    /* Finds all files in the input's folder whose names end with this suffix (".sec"), ignoring
     * case, sorted by name; may be NULL. */
    bool (*all)(void *context, Text suffix, ProjectFiles *out, Arena *arena);
    /* Stores a file of the output folder, given in parts. */
    bool (*put)(void *context, Text path, const Bytes *parts, size_t count, Report *report);
    /* The number of stored files; `put_undo` removes those after the first `count`. */
    size_t (*put_count)(void *context);
    void (*put_undo)(void *context, size_t count);
    void *context;
} ConversionFolder;

/* Options for sprite layouts. */
typedef struct LaySettings {
    LayOptions options;
    Bytes atlas; /* the sheet; empty: search for it */
    Text atlas_path;
    bool sheet;          /* add a contact sheet */
    bool portraits;      /* sprites for a game */
    uint32_t side;       /* of a portrait, in pixels */
    uint32_t sheet_side; /* maximum, of an image on a contact sheet; 0: LAY_SHEET_SIDE */
    LayManifest *manifest;
    struct LayCast *cast; /* of the portraits; see lay_cast.h */
} LaySettings;

/* Options for textures. */
typedef struct TextureSettings {
    bool chosen; /* the pixel format of the result is `kind` */
    MmpKind kind;
    MmpRows rows;
    bool mips; /* all levels, not only the largest */
    Text onto_path;
    Bytes onto; /* the .gxt whose images are replaced; data NULL: none */
} TextureSettings;

/* Options for models. */
typedef struct ModelSettings {
    Bytes bones, animation, texture; /* files given by options; data NULL: search for them */
    float complexion[3];             /* strength, dexterity, height */
    bool bake;                       /* only this body */
    bool skin;                       /* one mesh for all bones instead of one per bone */
    bool keep_textures;              /* the files of textures are in their images */
} ModelSettings;

/* Options for sprites and images of models; see model_sprites.h for the limits. */
typedef struct SpriteSettings {
    bool chosen;         /* sprites are requested */
    uint32_t side;       /* of an image, in pixels; 0: default */
    unsigned directions; /* 1, 2, 4 or 8 */
    unsigned frames;     /* maximum per clip */
    const char *clips;   /* "walk,idle"; NULL: all */
    float pitch;         /* camera angle in degrees below the horizontal */
    bool outline;        /* a black outline */
    bool unlit;          /* unlit colours */
} SpriteSettings;

/* The layer of a map that is converted to or from an image; see map_picture.h. */
typedef enum MapLayer {
    MAP_HEIGHTS,
    MAP_TILES,
    MAP_LIQUID, /* heights of the liquid */
    MAP_LIQUID_TILES,
    MAP_MATERIALS,
    MAP_PICTURE,
    MAP_PROJECT, /* the whole map, as a project: see map_project.h */
    MAP_CHOICES
} MapLayer;

/* Options for maps. Files that were not given have data NULL; lists are NULL. */
typedef struct MapSettings {
    MapLayer layer;
    uint32_t side;                /* of a tile in the image, in pixels; 0: default */
    Text onto_path;               /* the map that an image changes ... */
    Bytes onto;                   /* ... and its .mpr, or the .mob that a scene changes */
    bool force;                   /* objects that are referred to may be removed */
    bool rebuild_graph;           /* the navigation graph of `objects` may be replaced */
    Bytes camera, objects;        /* .cam and .mob to be added to a map */
    const ProjectFiles *textures; /* of a folder or one archive; otherwise they are searched for
                                   * next to the map */
    const ProjectFiles *models;   /* files and archives of folders that contain models of
                                   * objects */
} MapSettings;

typedef struct ConversionJob {
    Text path;          /* of the input; used for names */
    const char *format; /* format of the input, regardless of its suffix; NULL: by suffix */
    Text target;        /* of the output; used for names */
    Bytes input;        /* the bytes of a file, or ... */
    ProjectFiles files; /* ... the files of a folder */
    uint32_t face;      /* index in a collection of fonts */
    const char *range, *map, *choice; /* options; NULL if not given */
    Bytes layout;
    Text layout_path;     /* for messages */
    const char *category; /* folder of a project for sprites: "chars"; NULL: the usual one */
    PresetSettings preset;
    SoundSettings sound;
    LaySettings lay;
    TextureSettings texture;
    ModelSettings model;
    SpriteSettings sprites;
    MapSettings world;
    const ConversionFolder *folder;
    const Progress *progress; /* may be NULL */
    Bytes output;             /* the result: a file, or ... */
    const char *suffix;       /* of the output, if its row does not define it; otherwise NULL */
    /* ... files of a folder, except those passed to `put`. If the output is a file: further
     * files, which are named NAME.PATH after NAME.SUFFIX. */
    ProjectFiles files_out;
    bool joined; /* those are named NAMEPATH, without a dot */
} ConversionJob;

typedef struct Conversion {
    const char *from; /* suffixes without the dot, separated by spaces */
    const char *to;   /* one suffix; in both, "" is a folder and "*" any format */
    const char *doc;
    bool (*run)(ConversionJob *job, Arena *arena, Report *report);
} Conversion;

extern const Conversion conversions[]; /* terminated by a row whose doc is NULL */

/* The functions of the rows: a new conversion is a row, and a function in its own file. */
#define CONVERSION(from, to, run, doc, options)                                                \
    bool run(ConversionJob *job, Arena *arena, Report *report);
#include "convert/conversions.def"
#undef CONVERSION

/* Whether a row accepts, or produces, files with a suffix; "" is a folder. */
bool conversion_takes_suffix(const Conversion *row, const char *suffix);
bool conversion_makes_suffix(const Conversion *row, const char *suffix);

/* The edge from one suffix to another; NULL if there is none. An output without a suffix is a
 * folder if an edge leads to one, otherwise the first edge's file; an image becomes a texture
 * if a pixel format is chosen. */
const Conversion *conversion_find(const char *from, const char *to, const ConversionJob *job);

/* Converts. The texts of an old game are read in the encoding that they have, unless one was
 * chosen (base/game_text.h). */
bool conversion_run(const Conversion *conversion, ConversionJob *job, Arena *arena,
                    Report *report);

/* A suggestion for pairs of suffixes that users may expect but no edge connects; otherwise
 * NULL. */
const char *conversion_advice(const char *from, const char *to);

#endif

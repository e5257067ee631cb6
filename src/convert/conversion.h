/* Conversions between formats: a table of edges (conversions.def), each a
 * function from bytes (or a folder's files) to bytes or files. */
#ifndef OISIN_CONVERT_CONVERSION_H
#define OISIN_CONVERT_CONVERSION_H

#include "base/progress.h"
#include "base/report.h"
#include "convert/lay_manifest.h"
#include "formats/evil_islands/mmp.h"
#include "project/files.h"

/* What a conversion that makes many files wants of its caller. */
typedef struct ConversionFolder {
    /* The file of exactly this name beside the input, else one that only differs in case;
     * false, and nothing said, if there is none that can be read. */
    bool (*beside)(void *context, Text name, Bytes *out, Arena *arena);
    /* All files of the folder of this name beside the input, likewise; may be NULL. */
    bool (*below)(void *context, Text name, ProjectFiles *out, Arena *arena);
    /* All files beside the input whose names end with this suffix (".sec") in any case, by
     * name; may be NULL. */
    bool (*all)(void *context, Text suffix, ProjectFiles *out, Arena *arena);
    /* A file for the output folder is ready, in parts. */
    bool (*put)(void *context, Text path, const Bytes *parts, size_t count, Report *report);
    /* How many were put; and those after the first `count` are not wanted any more. */
    size_t (*put_count)(void *context);
    void (*put_undo)(void *context, size_t count);
    void *context;
} ConversionFolder;

/* Of sprite layouts. */
typedef struct LaySettings {
    LayOptions options;
    Bytes atlas;    /* the picture; empty: it is looked for */
    bool sheet;     /* add a contact sheet */
    bool portraits; /* for a game */
    uint32_t side;  /* of a portrait */
    LayManifest *manifest;
} LaySettings;

/* Of textures. */
typedef struct TextureSettings {
    bool chosen; /* the pixel format of what comes out is `kind` */
    MmpKind kind;
    MmpRows rows;
    bool mips; /* all levels, not just the largest */
} TextureSettings;

/* Of models. */
typedef struct ModelSettings {
    Bytes bones, animation, texture; /* given files; data NULL: they are looked for */
    float complexion[3];             /* strength, dexterity, height */
    bool bake;                       /* only this body */
    bool skin;                       /* one mesh for all bones, in place of one each */
} ModelSettings;

/* Of sprites and pictures of models; see model_sprites.h for the limits. */
typedef struct SpriteSettings {
    bool chosen;         /* sprites are wanted */
    uint32_t side;       /* of a picture, pixels; 0: as is usual */
    unsigned directions; /* 1, 2, 4 or 8 */
    unsigned frames;     /* of a clip, at most */
    const char *clips;   /* "walk,idle"; NULL: all */
    float pitch;         /* degrees from which we look down */
    bool outline;        /* a black line around */
    bool unlit;          /* colours as they are */
} SpriteSettings;

/* What of a map becomes a picture, or comes from one; see map_picture.h. */
typedef enum MapLayer {
    MAP_HEIGHTS,
    MAP_TILES,
    MAP_LIQUID, /* its heights */
    MAP_LIQUID_TILES,
    MAP_MATERIALS,
    MAP_PICTURE,
    MAP_LAYERS
} MapLayer;

/* Of maps. Given files are of data NULL, and lists NULL, if they are not given. */
typedef struct MapSettings {
    MapLayer layer;
    uint32_t side;                /* of a tile on a picture, pixels; 0: as is usual */
    Text onto_path;               /* the map that a picture changes ... */
    Bytes onto;                   /* ... and its .mpr */
    Bytes camera, objects;        /* .cam and .mob to be put on a map */
    const ProjectFiles *textures; /* a folder's, or one archive; else they are beside the map */
    const ProjectFiles *models;   /* folders' files and archives, of models of objects */
} MapSettings;

typedef struct ConversionJob {
    Text path;          /* of the input, for names */
    const char *format; /* what the input is, whatever its suffix; NULL: by that */
    Text target;        /* of the output, for names */
    Bytes input;        /* a file's bytes, or ... */
    ProjectFiles files; /* ... a folder's files */
    const char *range, *map, *choice; /* options, NULL if they were not given */
    Bytes layout;
    LaySettings lay;
    TextureSettings texture;
    ModelSettings model;
    SpriteSettings sprites;
    MapSettings world;
    const ConversionFolder *folder;
    const Progress *progress; /* may be NULL */
    Bytes output;             /* what comes out: a file, or ... */
    const char *suffix;       /* of that, if its row does not say it; else NULL */
    /* ... files for a folder, but for those that were put; with a file that comes out: what
     * goes beside NAME.SUFFIX as NAME.PATH. */
    ProjectFiles files_out;
    bool joined; /* those go there as NAMEPATH, without a dot between */
} ConversionJob;

typedef struct Conversion {
    const char *from; /* suffixes without the dot, with blanks between */
    const char *to;   /* a suffix; of both, "" is a folder, and "*" any format */
    const char *doc;
    bool (*run)(ConversionJob *job, Arena *arena, Report *report);
} Conversion;

extern const Conversion conversions[]; /* ended by a doc of NULL */

/* What the rows name: a new conversion is a row, and a function in a file of its own. */
#define CONVERSION(from, to, run, doc, options)                                                \
    bool run(ConversionJob *job, Arena *arena, Report *report);
#include "convert/conversions.def"
#undef CONVERSION

/* Whether a row takes, or makes, files of a suffix; "" is a folder. */
bool conversion_takes_suffix(const Conversion *row, const char *suffix);
bool conversion_makes_suffix(const Conversion *row, const char *suffix);

/* The edge from one suffix to another, NULL if there is none. An output without
 * a suffix is a folder, if an edge leads to one, or else the first edge's file; a picture for
 * which a texture's pixel format is chosen becomes a texture. */
const Conversion *conversion_find(const char *from, const char *to, const ConversionJob *job);

/* What to do instead, where there is no edge but one may look for it; else NULL. */
const char *conversion_advice(const char *from, const char *to);

#endif

/* Inside of building a project: the parts that project_build puts together. */
#ifndef OISIN_PROJECT_BUILD_H
#define OISIN_PROJECT_BUILD_H

#include "image/atlas.h"
#include "image/png.h"
#include "project/cache.h"
#include "project/names.h"
#include "project/project.h"
#include "project/sheets.h"

/* One direction of a sprite: frames side by side in a picture. */
typedef struct SpriteStrip {
    uint32_t picture; /* index of the decoded picture it is in */
    uint8_t direction, loop, frames;
    uint32_t x, y, w, h; /* the whole strip, within the picture */
} SpriteStrip;

typedef struct SpriteSource {
    Text name;
    SpriteStrip *strips;
    size_t strip_count;
} SpriteSource;

typedef struct Picture {
    uint32_t file; /* which of the project's; UINT32_MAX: merged by the build */
    Image image;
    Text atlas; /* the list of an _atls picture, else empty */
    bool ok;
} Picture;

/* A sprite before it has its final number. */
typedef struct SpriteName {
    unsigned category;
    Text name;
} SpriteName;

/* Layers that are laid over each other: their sprites, bottom first. */
typedef struct Merge {
    Text key; /* "category/name,category/name,..." */
    Text name;
    uint8_t category; /* of the lowest layer */
    SpriteName *parts;
    size_t part_count;
} Merge;

typedef struct Project {
    ProjectFiles *files;
    Arena *arena;
    Report *report;
    Names names;
    ScriptNames scripts;
    Spelling spelling;
    const ProjectFile *
        *entities[NAME_SLOT]; /* the files, by kind and number; voices have several */
    TngHeader header;
    ProjectConfig config;
    bool config_wrong; /* then maps are not compared with it */
    Picture *pictures;
    size_t picture_count;
    SpriteSource *sprites[CATEGORIES]; /* 0-3; by index */
    Merge *merges;
    size_t merge_count;
    Table merge_by_key;
    const BuildCache *cache;  /* or NULL */
    const Progress *progress; /* or NULL */
    CacheKey sprites_key;
    bool sprites_known; /* names, sprites and atlases came out of the cache */
    Text base;          /* character.cfg */
    Text action_names[9];
    ProjectTile *tiles;                /* by number in section 33, for the automap rules */
    TngSection by_type[SECTION_TYPES]; /* kind NULL: the game has none */
    TngSection *languages;             /* sections 1 */
    size_t language_count;
} Project;

/* The file's name without folder and suffix. */
Text path_name(Text path, const char *suffix);
/* The n-th file of a kind, NULL at the end: files are sorted, so are kinds. */
bool path_is_kind(Text path, NameKind kind);

enum { BUILD_STEPS = 6 };

/* Names of all entities from the file names; strange files are warned about. */
bool project_scan(Project *project);
/* Pictures are decoded, sprites found, layers merged. */
bool project_sprites(Project *project);
/* The sprite folder a path is in, -1 if it is no picture. */
int picture_category(Text path);
/* Frame `frame` of a strip; a strip with fewer frames repeats them. */
Image project_frame(const Project *project, const SpriteStrip *strip, uint32_t frame);
/* Merges the layers of all characters; hashes all that this depends on. */
void project_layers(Project *project);
void project_layers_hash(const Project *project, CacheKey *key);
/* Sprites and atlases as a build before left them, if nothing has changed. */
bool project_sprites_known(Project *project);
/* The text files become sections. */
bool project_sheets(Project *project);
bool project_maps(Project *project);
bool project_languages(Project *project);
/* Atlases are packed and sprites point into them. */
bool project_atlases(Project *project);
/* The names that the container has no place for, behind the strings. */
void project_keep_names(Project *project);

/* The sprite that stands for the layers: the only one's own, or a merged one. */
SpriteRef project_merged(Project *project, const ProjectRow *rows, size_t row_count,
                         size_t column);

/* Everything but the atlases: what `build` and `check` have in common. */
bool project_load(Project *project, ProjectFiles *files, const BuildOptions *options,
                  Arena *arena, Report *report);

/* What goes into an extension: ext/NAME.cfg. */
bool project_extension(Project *project, const ProjectFile *file, ProjectExtension *out);

/* Sections being filled: one record, or `count` entries with empty descriptors. */
void project_single(Project *project, unsigned type, void *record);
TngEntry *project_entry(Project *project, unsigned type, size_t count);
/* How many scripts were kept for BuildOptions; the next one has this number. */
size_t project_script_count(const Project *project);
/* Reads a sheet out of a file; false if anything was reported. */
bool project_read(Project *project, const Sheet *sheet, const ProjectFile *file, void *record);
void project_about(Project *project, Text path);

#endif

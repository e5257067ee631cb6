/* Internal declarations of building a project: the steps of project_build.
 *
 * `Project` is the state that the steps share, in their order: project_scan fills `names` and
 * `entities` (the files of each kind, by number) from the file names alone; project_sprites
 * fills `pictures`, `sprites` and `merges`, or finds finished sprites and atlases in the cache
 * (`sprites_known`); project_sheets, project_maps and project_languages convert the files to
 * sections of the game file (`by_type`, `languages`), reading texts through `cursor`;
 * project_atlases packs the images. A step that fails has reported all its errors; the later
 * steps still run, to report theirs. */
#ifndef OISIN_TIRNANOG_PROJECT_BUILD_H
#define OISIN_TIRNANOG_PROJECT_BUILD_H

#include "base/image/atlas.h"
#include "base/image/picture.h"
#include "base/image/png.h"
#include "kit/formats/result_bundle.h"
#include "tirnanog/sheets/entity_paths.h"
#include "tirnanog/project/project.h"
#include "tirnanog/project/read_ahead.h"
#include "tirnanog/sheets/sheets.h"
#include "tirnanog/sprites/picture_names.h"

typedef struct SpriteSource {
    Text name;
    SpriteStrip *strips;
    size_t strip_count;
} SpriteSource;

typedef struct Picture {
    uint32_t file; /* index of the project's file; UINT32_MAX: merged by the build */
    Image image;
    Text atlas; /* the list of an _atls image, else empty */
    bool ok;
} Picture;

/* A sprite that does not have its final number yet. */
typedef struct SpriteName {
    unsigned category;
    Text name;
} SpriteName;

/* Character layers that are merged into one sprite: their sprites, bottom first. */
typedef struct Merge {
    Text key; /* "category/name,category/name,..." */
    Text name;
    uint8_t category; /* of the lowest layer */
    SpriteName *parts;
    size_t part_count;
} Merge;

/* What a player can reach, by number; NULL: not known, because the project has errors. */
typedef struct ProjectReach {
    const bool *scripts, *dialogs, *quests;
} ProjectReach;

typedef struct Project {
    ProjectFiles *files;
    Arena *arena;
    Report *report;
    Names names;
    ScriptNames scripts;
    SheetCursor cursor;
    const ProjectFile *
        *entities[NAME_SLOT]; /* the files, by kind and number; voices have several */
    TngHeader header;
    ProjectConfig config;
    bool config_wrong; /* if so, maps are not compared with it */
    Picture *pictures;
    size_t picture_count;
    SpriteSource *sprites[CATEGORIES]; /* 0-3; by index */
    Merge *merges;
    size_t merge_count;
    Table merge_by_key;
    const BuildCache *cache;  /* or NULL */
    const Progress *progress; /* or NULL */
    int level, png_level;     /* of compression; what is kept in the cache depends on both */
    CacheKey sprites_key;
    CacheBundle *packed; /* compressed records and texts */
    ReadAhead ahead;
    Table reported_files; /* tilesets and templates whose messages have been reported */
    bool automap;         /* apply the rules of `tiles` to the maps */
    bool sprites_known;   /* names, sprites and atlases were found in the cache */
    Text base;            /* character.cfg */
    Text action_names[9];
    ProjectTile *tiles;                /* by number in section 33, for the automap rules */
    TngSection by_type[SECTION_TYPES]; /* kind NULL: the game does not have it */
    TngSection *languages;             /* sections 1 */
    size_t language_count;
    ProjectReach reach;        /* of a check (check.h) */
    const struct Story *story; /* of a check (story_graph.h) */
} Project;

enum { BUILD_STEPS = 6 };

/* Collects the names of all entities from the file names; warns about unknown files. */
bool project_scan(Project *project);
/* Decodes images, finds sprites, merges layers. */
bool project_sprites(Project *project);
/* cache_key() for results that are compressed as in this build. */
CacheKey project_cache_key(const Project *project, const char *kind);
/* deflate_bytes and tng_pack_record at the project's level, unless an earlier build has
 * compressed the same bytes. Not for tasks. */
void project_open_packed(Project *project);
Bytes project_compress(Project *project, Bytes bytes);
Bytes project_pack_record(Project *project, const RecordLayout *layout, const void *record);

/* Frame `frame` of a strip; a strip with fewer frames repeats them. */
Image project_frame(const Project *project, const SpriteStrip *strip, uint32_t frame);
/* Merges the layers of all characters; _hash: a key of all data that this depends on. */
void project_layers(Project *project);
void project_layers_hash(const Project *project, CacheKey *key);
/* Takes sprites and atlases from the cache, if nothing has changed. */
bool project_sprites_known(Project *project);
/* Converts the text files to sections. */
bool project_sheets(Project *project);
bool project_maps(Project *project);
bool project_languages(Project *project);
/* The texts of a project that was loaded: `out` has their places (BuildOptions.texts). */
void project_texts_finish(const Project *project, ProjectTexts *out, Arena *arena);
/* The code of the language of the project's texts; valid if config is. */
Text project_source_language(const Project *project);
/* Packs the atlases and sets the sprites' positions in them. */
bool project_atlases(Project *project);
/* Writes the sections that there are to a game file. */
bool project_assemble(Project *project, TngOutput *out);
/* Appends the names that the container has no field for, after the strings. */
void project_keep_names(Project *project);

/* The sprite for a character's layers: the only layer's own, or a merged one. */
SpriteRef project_merged(Project *project, const ProjectRow *rows, size_t row_count,
                         size_t column);

/* All steps except the atlases: the common part of `build` and `check`. */
bool project_load(Project *project, ProjectFiles *files, const BuildOptions *options,
                  Arena *arena, Report *report);

/* Reads ext/NAME.cfg: what to include in an extension. */
bool project_extension(Project *project, const ProjectFile *file, ProjectExtension *out);

/* Adds to sections: one record, or `count` entries with empty descriptors. */
void project_single(Project *project, unsigned type, void *record);
TngEntry *project_entry(Project *project, unsigned type, size_t count);
/* Number of scripts recorded for BuildOptions; the next one gets this index. */
size_t project_script_count(const Project *project);
/* Reads a sheet from a file; `report` is about it. False if anything was reported. */
bool project_read(Project *project, const Sheet *sheet, const ProjectFile *file, void *record,
                  Report *report);

#endif

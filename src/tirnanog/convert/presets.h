/* Presets for sheets of other programs (presets.def). Where a layout (.lyt) can describe a
 * sheet, its preset is a layout, generated for the size of the sheet. */
#ifndef OISIN_TIRNANOG_CONVERT_PRESETS_H
#define OISIN_TIRNANOG_CONVERT_PRESETS_H

#include "base/stream.h"
#include "base/image/image.h"
#include "kit/formats/file_list.h"

/* For sheets with a preset, which has a name, and for those with a layout. `category` is the
 * folder of a project for sprites; NULL: that of the preset, or the usual one. */
typedef struct PresetSettings {
#define SETTINGS_FILE "tirnanog/convert/preset_options.def"
#include "kit/convert/setting_members.h"
    uint32_t w, h; /* --size; 0: not given */
} PresetSettings;

/* What a preset makes of a sheet: a layout, which is cut as any other, or files. */
typedef struct PresetResult {
    Text stem;   /* the first part of the names of sprites */
    Text layout; /* a .lyt; empty: the files */
    ProjectFiles files;
} PresetResult;

/* Finds a file in the folder of the sheet, as in ConversionFolder. */
typedef struct PresetSheet {
    Text path;
    const Image *image;
    bool (*beside)(void *context, Text name, Bytes *out, Arena *arena);
    void *context;
} PresetSheet;

/* A file in the folder of the sheet that has its name and this suffix, ".xml". */
bool preset_list(const PresetSheet *sheet, const char *suffix, Bytes *out, Arena *arena);

/* Whether there is a preset of this name; otherwise reports it, with the nearest name. */
bool preset_exists(const char *name, Report *report);

bool preset_apply(const PresetSettings *settings, const PresetSheet *sheet, PresetResult *out,
                  Arena *arena, Report *report);

/* The name of a preset with what it is for; NULL after the last one. */
const char *preset_name(size_t index, const char **doc);
/* Writes a line for each preset. */
void presets_write(Writer *out);

#endif

/* Writes XCF files for tests: the structures that GIMP writes, with given layers. */
#ifndef OISIN_TESTS_XCF_KIT_H
#define OISIN_TESTS_XCF_KIT_H

#include "base/stream.h"

typedef struct XcfLayerModel {
    uint32_t w, h;
    int32_t x, y;
    uint32_t mode;
    uint32_t opacity; /* 0 to 255 */
    bool hidden, group, alpha, ignore_mask, floating, show_mask;
    int32_t composite, space; /* properties; 0: not written */
    const char *path;         /* item path, as in "\1\0"; NULL: none */
    size_t path_size;
    /* Samples of all pixels, row by row, in 8 or 16 bits; one value: every sample. */
    const uint16_t *samples;
    size_t sample_count;
    const uint16_t *mask;
    size_t mask_count;
} XcfLayerModel;

typedef struct XcfModel {
    unsigned version;
    uint32_t w, h, base, precision;
    unsigned compression;
    const uint8_t *colours; /* RGB of a colour map */
    uint32_t colour_count;
    bool profile;                /* with a parasite "icc-profile" */
    const XcfLayerModel *layers; /* topmost first */
    size_t layer_count;
} XcfModel;

Bytes xcf_file(const XcfModel *model, Arena *arena);

#endif

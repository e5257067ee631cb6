/* A small file of each format of the registry: what a function makes, or
 * fuzz/corpus/NAME/sample. */
#ifndef OISIN_TESTS_FORMAT_SAMPLES_H
#define OISIN_TESTS_FORMAT_SAMPLES_H

#include "evil_adb.h"
#include "evil_db.h"
#include "evil_figures.h"
#include "evil_mmp.h"
#include "evil_mob.h"
#include "evil_reg.h"
#include "evil_res.h"
#include "evil_saves.h"
#include "kit.h"
#include "mages_samples.h"
#include "small_game.h"

#include "engine/save/save.h"
#include "kit/formats/format.h"
#include "tirnanog/fonts/font_builtin.h"
#include "tirnanog/fonts/ssfn.h"

typedef struct FormatSample {
    const char *name;
    Bytes (*make)(Kit *kit); /* NULL: the file */
    size_t frame; /* a file without a head may end behind each of so many bytes; or 0 */
    size_t tail;  /* bytes at the end that may be missing: a zlib stream has its own checksum */
} FormatSample;

/* Sample `index` of all: those that are made, then a file of each other format. */
bool format_sample(size_t index, FormatSample *out);
Bytes sample_bytes(const FormatSample *sample, Kit *kit);

#endif

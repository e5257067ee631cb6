/* Fonts that are installed. */
#ifndef OISIN_BASE_SYSTEM_FONTS_H
#define OISIN_BASE_SYSTEM_FONTS_H

#include "base/system/files.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct InstalledFont {
    char path[PATH_SIZE];
    uint32_t face;  /* in the file */
    size_t missing; /* how many of the wanted characters it lacks */
} InstalledFont;

/* The outline font that has the most of the characters. False: there is none that has one. */
bool installed_font(const uint32_t *codes, size_t count, InstalledFont *out);

#endif

/* Writers of font files for tests: other containers of a TrueType font. */
#ifndef OISIN_TESTS_FONT_KIT_H
#define OISIN_TESTS_FONT_KIT_H

#include "base/arena.h"
#include "base/bytes.h"

/* The whole file, empty if it is missing. */
Bytes font_file(const char *path, Arena *arena);

/* WOFF: every table compressed with zlib. */
Bytes font_woff(Bytes ttf, Arena *arena);

/* WOFF2: no transformed tables, and a brotli stream of stored bytes. */
Bytes font_woff2(Bytes ttf, Arena *arena);

/* A collection of several fonts. */
Bytes font_collection(const Bytes *fonts, size_t count, Arena *arena);

/* A Type 1 font with the letter A, a rectangle of 400 x 700 units with an advance of 500: as
 * text (.pfa), or in binary segments (.pfb). */
Bytes font_type1(bool binary, Arena *arena);

#endif

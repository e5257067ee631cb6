/* A game with every form of section, and two elements in each list of each record. */
#ifndef OISIN_TESTS_FULL_GAME_H
#define OISIN_TESTS_FULL_GAME_H

#include "game_kit.h"

/* The game before it is read: tests change it and read it with full_game_read(). */
Game *full_game_new(Kit *kit);
/* The game as a file in memory, with the sections that game_kit.h does not make. */
TngFile *full_game_read(Game *game);
/* The same with an unknown section, a second language with voices, and a sound. */
TngFile *full_game_complete(Game *game);

/* Adds a section with empty descriptors and assets. */
TngSection *full_game_append(Kit *kit, TngFile *file, unsigned type, size_t count,
                             const void *record);
void full_game_add_file(Kit *kit, TngFile *file, unsigned type, Bytes stored);
void full_game_add_language(Kit *kit, TngFile *file, const char *texts, size_t size,
                            unsigned voices);
TngSection *full_game_section(const TngFile *file, unsigned type);
Bytes full_game_bytes(Kit *kit, TngFile *file);

#endif

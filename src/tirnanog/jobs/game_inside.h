/* The files in a game (.tng). */
#ifndef OISIN_TIRNANOG_JOBS_GAME_INSIDE_H
#define OISIN_TIRNANOG_JOBS_GAME_INSIDE_H

#include "kit/jobs/inside.h"
#include "tirnanog/sheets/project_names.h"

/* A sound, movie or font of a game, by its path in the project ("sounds/door.ogg",
 * "speech/teller_de.ogg"), without unpacking the game. Returns false, without a report, if
 * there is none. */
bool game_file_bytes(const TngFile *game, const Names *names, Text path, Bytes *out);

#endif

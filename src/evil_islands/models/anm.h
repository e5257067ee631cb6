/* ANM files of Evil Islands: the animation of one bone of a model in one clip: rotations,
 * translations and moving vertices at 15 frames per second (specs/evil_islands.md). A .anm may
 * also be an archive of clips, which are archives of these files (res.h). */
#ifndef OISIN_EVIL_ISLANDS_MODELS_ANM_H
#define OISIN_EVIL_ISLANDS_MODELS_ANM_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/models/anm.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum { ANM_TICKS_PER_SECOND = 15 };

bool anm_read(Bytes file, AnmFile *out, Arena *arena, Report *report);
Bytes anm_write(const AnmFile *anm, Arena *arena);

#endif

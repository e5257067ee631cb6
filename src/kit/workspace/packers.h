/* The functions of packers.def. */
#ifndef OISIN_KIT_WORKSPACE_PACKERS_H
#define OISIN_KIT_WORKSPACE_PACKERS_H

#include "kit/jobs/jobs.h"

#define PACKER(fits, pack, options_fit, of_workspace)                                          \
    bool fits(const char *folder, const char *output);                                         \
    bool pack(Job *job, const char *folder, const char *output, Arena *arena);                 \
    bool options_fit(Job *job);
#define PACKER_USUAL(pack)                                                                     \
    bool pack(Job *job, const char *folder, const char *output, Arena *arena);
#define UNPACKER(format, unpack)                                                               \
    bool unpack(Job *job, Bytes file, const char *folder, Arena *arena, Report *report);
#include "kit/workspace/packers.def"

#endif

/* A world of the library: what its two files share. */
#ifndef OISIN_LIBRARY_WORLD_H
#define OISIN_LIBRARY_WORLD_H

#include "library/parts.h"
#include "project/script_names.h"
#include "render/render.h"
#include "scenario/parts.h"

enum { PICTURE_MIN = 16, PICTURE_MAX_W = 3840, PICTURE_MAX_H = 2160 };

struct OisinWorld {
    OisinKit *kit;
    Arena *arena;   /* all of it */
    Arena *scratch; /* what lasts until the next call */
    Report report;
    TngFile game;
    Names names;
    ScriptNames script_names;
    Scenarios scenarios; /* for `run`, which asks as scenarios do */
    Run run;
    World *world;
    Renderer *renderer;       /* NULL until a picture is wanted */
    bool (*work)(Call *call); /* of the call that runs */
    bool broken;              /* memory ran out within a call */
};

/* As kit_call; a world that a call has left half-done is not looked at again. */
bool world_call(OisinWorld *world, Call call);

#endif

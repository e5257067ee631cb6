/* Internal declarations of a world of the library. */
#ifndef OISIN_LIBRARY_LIBRARY_WORLD_H
#define OISIN_LIBRARY_LIBRARY_WORLD_H

#include "tirnanog/jobs/game_inside.h"
#include "library/library_internal.h"
#include "tirnanog/sheets/script_names.h"
#include "engine/render/render.h"
#include "studio/scenario/scenario_internal.h"

enum { PICTURE_MIN = 16, PICTURE_MAX_W = 3840, PICTURE_MAX_H = 2160 };

struct OisinWorld {
    OisinKit *kit;
    Arena *arena;   /* for everything */
    Arena *scratch; /* for data that lasts until the next call */
    Report report;
    TngFile game;
    Names names;
    ScriptNames script_names;
    Scenarios scenarios; /* for `run`, which evaluates queries like scenarios */
    Run run;
    World *world;
    Renderer *renderer;       /* NULL until a frame is requested */
    bool (*work)(Call *call); /* of the current call */
    bool broken;              /* memory ran out within a call */
};

/* Like kit_call; refuses a world that a call has left in an inconsistent state. */
bool world_call(OisinWorld *world, Call call);

#endif

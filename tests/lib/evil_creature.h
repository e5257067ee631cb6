/* A creature of our own as a model of Evil Islands: the bones of its trolls, figures of eight
 * variants, two clips that turn, shift and deform them, a texture. For tests, corpora, benches
 * and the demo: it needs no test library. The same bytes on every machine. */
#ifndef OISIN_TESTS_EVIL_CREATURE_H
#define OISIN_TESTS_EVIL_CREATURE_H

#include "evil_islands/models/anm.h"
#include "evil_islands/models/bon.h"
#include "evil_islands/models/fig.h"
#include "evil_islands/models/lnk.h"
#include "evil_islands/textures/mmp.h"
#include "evil_islands/archives/res.h"
#include "base/image/turn.h"

enum {
    CREATURE_BONES = 15,
    CREATURE_RINGS = 8,     /* of a figure, from pole to pole */
    CREATURE_SEGMENTS = 12, /* around it */
    CREATURE_VERTICES = 2 + (CREATURE_RINGS - 1) * CREATURE_SEGMENTS,
    CREATURE_CORNERS = (CREATURE_RINGS + 1) * (CREATURE_SEGMENTS + 1),
    CREATURE_TRIANGLES = 2 * CREATURE_SEGMENTS * (CREATURE_RINGS - 1), /* of a figure */
    CREATURE_WALK = 16,                                                /* frames */
    CREATURE_IDLE = 30,
    CREATURE_TEXTURE = 256,
};

/* A bone of the smallest body, whose figure is a ball of these radii around `middle`: metres,
 * z up, it looks to where y is negative. */
typedef struct CreatureBone {
    const char *name;
    int8_t parent;
    uint8_t group;
    Vec3 offset, middle, radii;
    float taper; /* how much wider it is at the top than at the bottom */
} CreatureBone;

extern const CreatureBone creature_bones[CREATURE_BONES];

/* Strength makes broad, dexterity lean, height both taller and broader, as that of unmotr. */
Vec3 creature_grown(Vec3 at, unsigned variant);
Bytes creature_lnk(Arena *arena);
Bytes creature_bon(unsigned bone, Arena *arena);
Bytes creature_fig(unsigned bone, Arena *arena);

/* How bones swing: degrees around an axis, as a sine of the clip's time. */
typedef struct CreatureSwing {
    uint8_t bone;
    Vec3 axis;
    float walk, idle; /* degrees */
    float phase;      /* of the walk, degrees */
    float bent;       /* degrees that are always there */
} CreatureSwing;

Bytes creature_anm(unsigned bone, bool walk, Arena *arena);
Bytes creature_pack(const char *const *names, const Bytes *contents, size_t count,
                    Arena *arena);

/* A figure without triangles, for bones that a test has nothing to draw at: a bone whose figure
 * is missing is an error. */
Bytes creature_empty_fig(Arena *arena);

/* As creature_pack, with an empty figure for each bone of the creature that is not named. */
Bytes creature_pack_whole(const char *const *names, const Bytes *contents, size_t count,
                          Arena *arena);

/* The .mod, .bon, .anm and .mmp of a model of this name. */
typedef struct Creature {
    Bytes model, bones, motions, texture;
} Creature;

Creature creature_make(const char *name, Arena *arena);

#endif

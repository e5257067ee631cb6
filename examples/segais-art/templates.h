/* The templates of `oisin new`: what each has of all that is drawn, and what it calls it. */
#ifndef OISIN_ART_TEMPLATES_H
#define OISIN_ART_TEMPLATES_H

#include "art.h"

typedef struct Area {
    const char *name;
    unsigned frames;
    const char *til[2]; /* walking, swimming, flying, driving: at the border, inside */
    AreaDraw *draw;
} Area;

typedef struct Template {
    const char *name;
    const ArtName *names;
    const Area *areas;
    size_t area_count;
    const CastRow *cast;
    size_t cast_count;
    void (*maps)(Art *art);
    bool half;
} Template;

extern const Template village_template, dungeon_template, sea_template, story_template;

/* ---- what all have ---- */

#define INTERFACE                                                                              \
    {"ui/actions", NULL}, {"ui/bag", NULL}, {"ui/cloth_dyes", NULL}, {"ui/elements", NULL},    \
        {"ui/enemy_bar", NULL}, {"ui/equipment", NULL}, {"ui/hair_dyes", NULL},                \
        {"ui/hearts", NULL}, {"ui/itembar", NULL}, {"ui/navigation", NULL}, {"ui/orb", NULL},  \
        {"ui/slot", NULL}, {"ui/status", NULL}, {"fonts/meadow", "fonts/plain"},               \
        {"maps/", NULL},                                                                       \
    {                                                                                          \
        "npcs/", NULL                                                                          \
    }
#define EFFECTS                                                                                \
    {"sounds/click", NULL}, {"sounds/coin", NULL}, {"sounds/door", NULL},                      \
        {"sounds/drink", NULL}, {"sounds/error", NULL}, {"sounds/hit", NULL},                  \
        {"sounds/knock", NULL}, {"sounds/pickup", NULL}, {"sounds/quest", NULL},               \
        {"sounds/select", NULL}, {"sounds/step_", NULL},                                       \
    {                                                                                          \
        "sounds/swing", NULL                                                                   \
    }
/* The player's looks. */
#define HERO                                                                                   \
    {"chars/body_fair", NULL}, {"chars/tunic_green", NULL}, {"chars/dress_violet", NULL},      \
        {"chars/hair_short", NULL}, {"chars/hair_long", NULL}, {"chars/hair_bun", NULL},       \
        {"chars/hold_sword", NULL}, {"portraits/hero", NULL}, {"portraits/hair_short", NULL},  \
        {"portraits/hair_long", NULL},                                                         \
    {                                                                                          \
        "portraits/hair_bun", NULL                                                             \
    }

#endif

/* A cast: the portraits of several characters in a project, and dialogs in which a player looks
 * through them.
 *
 *     npcs/cast.npc                       whom one asks; the author places it on a map
 *     chars/cast_soo0.png                 how it looks: the first portrait, small
 *     dialogs/cast.dlg, cast2.dlg, ...    all characters, LAY_CAST_PAGE on a page
 *     dialogs/cast_NAME.dlg, ...          the expressions of one character
 *
 * Each expression is shown by its own dialog (see lay_dialog). Names are those of sprites. */
#ifndef OISIN_MAGES_SPRITES_LAY_CAST_H
#define OISIN_MAGES_SPRITES_LAY_CAST_H

#include "mages/sprites/lay_settings.h"

enum {
    LAY_CAST_PAGE = 8,  /* answers on a page, without those that turn it and close it */
    LAY_CAST_SIDE = 32, /* of the sprite, in pixels */
};

typedef struct CastMember {
    Text title, name;
    Text *portraits;
    size_t count;
} CastMember;

typedef struct LayCast {
    CastMember *members;
    size_t count;
    Image figure; /* of the first member */
    Arena *arena; /* owns copies of everything */
} LayCast;

/* Adds a portrait of a character; portraits of one character come one after another. */
void lay_cast_add(LayCast *cast, Text character, Text portrait, const Image *image);

/* Writes a file unless it exists: a dialog, NPC or its sprite may have been edited. */
bool lay_put_new(const ConversionFolder *folder, Text path, const Bytes *parts, size_t count,
                 Report *report);

/* Writes the files; nothing for fewer than two characters. */
bool lay_cast_put(const LayCast *cast, const ConversionFolder *folder, Report *report);

/* The manifest and the cast of all layouts of a call. */
extern const ConversionBatch lay_batch;

#endif

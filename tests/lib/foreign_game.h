/* A game as another program may write it: the same game in a file of another form.
 *
 * The documents of the format leave open how a writer compresses and orders the parts of a
 * file, and a later version may add bytes to sections and records. Everything that may differ
 * is chosen by a seed. */
#ifndef OISIN_TESTS_FOREIGN_GAME_H
#define OISIN_TESTS_FOREIGN_GAME_H

#include "tirnanog/container/tng.h"

/* What a variant differs in; bits. */
typedef enum ForeignFeature {
    FOREIGN_CODE = 1,       /* other instructions with the same effect (script_foreign.h) */
    FOREIGN_ORDER = 2,      /* sections and assets in another order, with gaps */
    FOREIGN_TRAILING = 4,   /* bytes after the known members of records */
    FOREIGN_UNKNOWN = 8,    /* sections of unknown types */
    FOREIGN_BLOCK = 16,     /* the section block: raw deflate, other CRCs, other levels */
    FOREIGN_ASSETS = 32,    /* assets: raw deflate, other levels */
    FOREIGN_PACKETS = 64,   /* map layers in other packets */
    FOREIGN_LAYERS = 128,   /* another number of map layers */
    FOREIGN_COPIES = 256,   /* equal assets are stored again */
    FOREIGN_EQUIPPED = 512, /* equipped sprites of objects twice */
    FOREIGN_METHODS = 1024, /* five ways of moving */
    FOREIGN_AS_34 = 2048,   /* maps are section 34, if there are no quests */
    FOREIGN_RECORDS = 4096, /* named records in another order */
    FOREIGN_STRIP = 8192,   /* no names of sprites, actions and slots: no #names block */
    FOREIGN_HEADER = 16384, /* atlas size, number of default actions */
    FOREIGN_STRINGS =
        32768, /* strings in another order, so that all names have other numbers */
    FOREIGN_FEATURES = 65536
} ForeignFeature;

/* The bytes of the variant; `features` selects what may differ, `seed` how. */
Bytes foreign_game(const TngFile *game, unsigned features, uint32_t seed, Arena *arena,
                   Report *report);

#endif

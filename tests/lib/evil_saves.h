/* Characters and saved games of Evil Islands, written byte by byte after the documents that
 * party.h and save_parts.h name. */
#ifndef OISIN_TESTS_EVIL_SAVES_H
#define OISIN_TESTS_EVIL_SAVES_H

#include "kit.h"

#include "base/stream.h"

enum {
    EVIL_AXE = 100, /* ids of the items: a weapon with a spell, */
    EVIL_MAIL = 102,
    EVIL_POTION = 104,
    EVIL_TOAD = 106,
    EVIL_WAND = 108, /* a container of the other spell */
    EVIL_KEY = 110,
    EVIL_BOLT = 112, /* spells */
    EVIL_LIGHT = 114,
};

/* The data is not packed. */
Bytes evil_character_data(Kit *kit);
Bytes evil_character(Kit *kit);
Bytes evil_campaign_data(Kit *kit);
Bytes evil_campaign(Kit *kit);
Bytes evil_zone_data(Kit *kit);
Bytes evil_zone(Kit *kit);
/* `title` may be NULL: saved games of early versions have none. */
Bytes evil_save_info(Kit *kit, const char *title);
Bytes evil_shot(Kit *kit);

#endif

/* Fonts of the system. */
#ifndef OISIN_CLI_SYSTEM_FONT_H
#define OISIN_CLI_SYSTEM_FONT_H

#include "player/player.h"

/* For PlayerOptions.font. */
bool system_font(const uint32_t *codes, size_t count, SystemFont *out, Arena *arena);

#endif

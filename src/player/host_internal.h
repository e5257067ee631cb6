/* Internal declarations of host*.c. */
#ifndef OISIN_PLAYER_HOST_INTERNAL_H
#define OISIN_PLAYER_HOST_INTERNAL_H

#include "player/host.h"

/* host_sound.c: all of them do nothing without a mixer. */
/* Only the music of the current world, from its start. */
void sound_music(Host *host);
void sound_set_volumes(Host *host);
/* After a change of world, game or language: stops old sounds. */
void sound_restart(Host *host, bool other_world);
void sound_play(Host *host); /* plays the sounds of the last tick */

#endif

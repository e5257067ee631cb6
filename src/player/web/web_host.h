/* The game of the page, for other files of this folder. */
#ifndef OISIN_PLAYER_WEB_WEB_HOST_H
#define OISIN_PLAYER_WEB_WEB_HOST_H

#include "player/host.h"

Host *web_host(void);

#endif

/* Interactions between players (server/social/social.h) in this server's worlds: implements
 * SocialHost with connections, player slots and worlds, and passes the players' packets on. */
#ifndef OISIN_SERVER_SOCIAL_HOST_H
#define OISIN_SERVER_SOCIAL_HOST_H

#include "server/protocol/packet.h"
#include "server/game/game.h"

bool social_host_begin(Server *server);
/* After calls of functions of server/social/social.h. */
void social_host_set_timer(Server *server);
void social_host_packet(Controller *controller, const Packet *packet);
/* Adds a delivered line of chat to the log for reports; `said`: as it was typed. */
void social_host_remember(Server *server, uint32_t from, uint32_t to, Channel channel,
                          Text said);

#endif

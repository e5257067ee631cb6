/* Commands in the chat: a SAY packet on the channel MAP whose text begins with a slash, so that
 * each client can send them.
 *
 *     /mute Ann 30m shouting      /ban "Ann Lee" 7d insults      /report Ann insults
 *
 * A name with blanks stands in quotes. A time is optional, and may be left out if the reason
 * does not begin like one; without it, a decision is valid for ever. The answer is a line of
 * the server to the author alone, or a RESULT with the reason of the failure. */
#ifndef OISIN_SERVER_CHAT_COMMANDS_H
#define OISIN_SERVER_CHAT_COMMANDS_H

#include "server/game/controllers.h"

bool chat_is_command(const PacketSay *say);
void chat_command(Controller *controller, Text text);

#endif

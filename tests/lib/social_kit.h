/* A town for chat, parties and trade: people who send and hear packets, and a witness who
 * knows the rules only from that. What is wrong first is `broken`. */
#ifndef OISIN_TESTS_SOCIAL_KIT_H
#define OISIN_TESTS_SOCIAL_KIT_H

#include "social_host.h"

void town_enter(Town *town, uint32_t player);
void town_part(Town *town, uint32_t player);

/* People on one spot of map 1, with ten of each; `places` in the tables. */
Town *town_new(uint32_t count, size_t places, Arena *arena);
void town_free(Town *town);
void town_clear(Town *town);
void town_chat(Town *town, uint32_t player, Channel channel, Text to, Text text);
void town_party(Town *town, uint32_t player, PartyAct act, uint32_t with);
void town_trade(Town *town, uint32_t player, TradeAct act, uint32_t with);

/* The last RESULT that was heard. */
ResultCode town_result(const Town *town, uint32_t player);
void town_give(Town *town, uint32_t player, uint32_t with, const PacketItem *items,
               size_t count);
void town_agree(Town *town, uint32_t player, uint32_t with, uint32_t revision);

/* The host hears what came of its n-th exchange. */
void town_keep(Town *town, size_t n, bool is_kept);
void town_time(Town *town, uint64_t passed);
void town_check(Town *town);

#endif

/* What tests of the town expect somebody to hear next. */
#ifndef OISIN_TESTS_SOCIAL_HEARD_H
#define OISIN_TESTS_SOCIAL_HEARD_H

#include "kit.h"

#include "social_kit.h"

int town_set_up(void **state);
int town_tear_down(void **state);

#define KIT_TEST(test) cmocka_unit_test_setup_teardown(test, kit_set_up, kit_tear_down)
#define TOWN_TEST(test) cmocka_unit_test_setup_teardown(test, town_set_up, town_tear_down)

void hears_nothing(Town *town, uint32_t player);
const Packet *hears(Town *town, uint32_t player, unsigned type);
void hears_result(Town *town, uint32_t player, ResultCode code);
void hears_trade_word(Town *town, uint32_t player, TradeAct act, uint32_t with);
void hears_party_word(Town *town, uint32_t player, PartyAct act, uint32_t with);

/* `members`: a digit each. */
void hears_members(Town *town, uint32_t player, uint32_t about, const char *members);
void hears_chat(Town *town, uint32_t player, Channel channel, uint32_t from, const char *text);

#endif

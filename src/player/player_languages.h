/* The languages of a player: a list of tags in the order of preference, separated by colons, as
 * in the variable LANGUAGE (gettext manual, 2.3.3): "fr_CA:de-AT.UTF-8:en". The language of a
 * tag is its part before the first of `_ - . @`; it is compared whole, so that "fil" is not
 * "fi". */
#ifndef OISIN_PLAYER_PLAYER_LANGUAGES_H
#define OISIN_PLAYER_PLAYER_LANGUAGES_H

#include "tirnanog/container/tng.h"

/* The first language of the list that the game has; false: it has none of them. */
bool languages_find(const TngFile *game, Text list, size_t *out);
/* The same; otherwise English; if the game does not have that either, its first language. */
size_t languages_choose(const TngFile *game, Text list);

/* The first language of the list with two letters, as games have them; empty: there is none. */
Text languages_first(Text list);

#endif

/* What people of a town may do, each step eight bytes, so that tests and the fuzzer do the
 * same things. */
#ifndef OISIN_TESTS_SOCIAL_STEPS_H
#define OISIN_TESTS_SOCIAL_STEPS_H

#include "social_kit.h"

/* Somebody finds something or uses it up; what is being kept is left alone, so that it can be
 * undone. */
void step_find(Town *town, uint32_t player, unsigned object, int32_t by);

/* What step is how likely, of 64. */
typedef enum Step { SAY, JOIN, COME_AND_GO, WALK, FIND, SPOIL, KEEP, ASK, GIVE, AGREE } Step;

/* Most are sensible, or nothing would ever happen. */
void town_step(Town *town, const uint8_t bytes[8]);

#endif

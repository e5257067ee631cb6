/* One kit for a whole program, created for each test or for the group: for programs whose
 * helpers would otherwise all hand it on. */
#ifndef OISIN_TESTS_SHARED_KIT_H
#define OISIN_TESTS_SHARED_KIT_H

#include "kit.h"

extern Kit *kit;
extern Arena *arena; /* the kit's */

int shared_kit_start(void **state);
int shared_kit_end(void **state);

#endif

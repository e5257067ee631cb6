/* Screens, rules and translations of random projects (project_author.h). */
#ifndef OISIN_TESTS_PROJECT_SCREENS_H
#define OISIN_TESTS_PROJECT_SCREENS_H

#include "project_words.h"

void put_screens(Seed *seed);
/* After all other files: some of the texts get another one. */
void put_translations(Seed *seed);

#endif

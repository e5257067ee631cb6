/* A walk through all screens of a game and all pages of the program, for tests that look at
 * each of them: texts that are read aloud, contrast, pictures. */
#ifndef OISIN_TESTS_TOUR_KIT_H
#define OISIN_TESTS_TOUR_KIT_H

#include "app_kit.h"

typedef struct TourStop {
    char name[64];
    Text title;    /* what the screen is called; empty: it has no title */
    uint32_t rows; /* that can be selected */
    bool moves;    /* it changes with time */
} TourStop;

typedef void TourVisit(void *context, Fixture *fixture, const TourStop *stop);

/* Builds the project in a folder. */
Bytes tour_game(Kit *kit, const char *path);
/* Calls `visit` at each stop. At most so many records of a kind (dialogs, cutscenes) are
 * visited. The session is open, its world has just begun, with the menu. */
void tour(Fixture *fixture, uint32_t records_max, TourVisit *visit, void *context);

#endif

/* The viewer's door: HTTP on a port of this machine.
 *
 * All addresses begin with a token that nobody can guess, so that other users of the machine
 * see nothing; requests whose Host is not where it listens are refused, so that no web page can
 * ask under a name of its own. Only GET; nothing is written. */
#ifndef OISIN_VIEWER_HTTP_H
#define OISIN_VIEWER_HTTP_H

#include "viewer/viewer.h"

typedef struct ViewerDoor ViewerDoor;

typedef struct ViewerDoorOptions {
    const char *address; /* in digits; NULL: 127.0.0.1 */
    unsigned port;       /* 0: any that is free */
    const char *token;   /* letters and digits; NULL: a new one */
} ViewerDoorOptions;

/* NULL and a report. `viewer` must live longer. */
ViewerDoor *viewer_door_new(Viewer *viewer, const ViewerDoorOptions *options, Report *report);
void viewer_door_free(ViewerDoor *door);
/* http://127.0.0.1:PORT/TOKEN/ */
Text viewer_door_address(const ViewerDoor *door);
/* Answers what is asked; returns after at most so many milliseconds if nothing is. False if
 * that cannot go on. */
bool viewer_door_turn(ViewerDoor *door, unsigned milliseconds);

#endif

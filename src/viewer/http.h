/* The HTTP server of the viewer, on a port of this machine.
 *
 * Security. All addresses begin with a random token, so that other users of the machine have
 * no access. Requests with another Host header are refused, which prevents DNS rebinding by
 * web pages. Only GET is supported; nothing is written. */
#ifndef OISIN_VIEWER_HTTP_H
#define OISIN_VIEWER_HTTP_H

#include "viewer/viewer.h"

typedef struct ViewerDoor ViewerDoor;

typedef struct ViewerDoorOptions {
    const char *address; /* numeric; NULL: 127.0.0.1 */
    unsigned port;       /* 0: any free port */
    const char *token;   /* letters and digits; NULL: a random one */
} ViewerDoorOptions;

/* On failure, returns NULL and reports an error. `viewer` must outlive the result. */
ViewerDoor *viewer_door_new(Viewer *viewer, const ViewerDoorOptions *options, Report *report);
void viewer_door_free(ViewerDoor *door);
/* http://127.0.0.1:PORT/TOKEN/ */
Text viewer_door_address(const ViewerDoor *door);
/* Answers requests; returns after at most `milliseconds`. Returns false if the server cannot
 * continue. */
bool viewer_door_turn(ViewerDoor *door, unsigned milliseconds);

#endif

/* The HTTP server of the viewer, on a port of this machine.
 *
 * Security. All addresses begin with a random token, so that other users of the machine have
 * no access. Requests with another Host header are refused, which prevents DNS rebinding by
 * web pages. Only GET is supported; nothing is written. */
#ifndef OISIN_VIEWER_HTTP_H
#define OISIN_VIEWER_HTTP_H

#include "viewer/viewer.h"

typedef struct ViewerServer ViewerServer;

typedef struct ViewerDoorOptions {
    const char *address; /* numeric; NULL: 127.0.0.1 */
    unsigned port;       /* 0: any free port */
    const char *token;   /* letters and digits; NULL: a random one */
} ViewerDoorOptions;

/* On failure, returns NULL and reports an error. `viewer` must outlive the result. */
ViewerServer *viewer_server_new(Viewer *viewer, const ViewerDoorOptions *options,
                                Report *report);
void viewer_server_free(ViewerServer *door);
/* http://127.0.0.1:PORT/TOKEN/ */
Text viewer_server_address(const ViewerServer *door);
/* Answers requests; returns after at most `milliseconds`. Returns false if the server cannot
 * continue. */
bool viewer_server_turn(ViewerServer *door, unsigned milliseconds);

#endif

/* The viewer's answers for the HTTP server of this machine (server/http/http_server.h), which
 * takes care of the address, its token and the host name. Only GET: nothing is written. */
#ifndef OISIN_STUDIO_VIEWER_VIEWER_HTTP_H
#define OISIN_STUDIO_VIEWER_VIEWER_HTTP_H

#include "server/http/http_server.h"
#include "studio/viewer/viewer.h"

/* `viewer` must outlive the result. */
HttpHandler viewer_http_handler(Viewer *viewer);

#endif

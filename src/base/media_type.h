/* The media type of a file that is sent to a browser, by its suffix (RFC 2046, as IANA lists
 * them). */
#ifndef OISIN_BASE_MEDIA_TYPE_H
#define OISIN_BASE_MEDIA_TYPE_H

#include "base/bytes.h"

/* "application/octet-stream", which a browser does not show, if the suffix is unknown. */
const char *media_type_of(Text path);

#endif

/* Text in web pages. */
#ifndef OISIN_BASE_HTML_H
#define OISIN_BASE_HTML_H

#include "base/stream.h"

/* Escaped, for elements and quoted attributes; control characters and bytes that are no UTF-8
 * become U+FFFD, line ends and tabs stay. */
void write_html(Writer *out, Text text);

/* Percent-encoded, for a path in an address: slashes stay. */
void write_url(Writer *out, Text path);

#endif

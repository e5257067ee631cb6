/* Escaping of text for web pages. */
#ifndef OISIN_BASE_HTML_H
#define OISIN_BASE_HTML_H

#include "base/stream.h"

/* Escapes text for elements and quoted attributes. Control characters and invalid UTF-8 become
 * U+FFFD; line ends and tabs are written unchanged. */
void write_html(Writer *out, Text text);

/* Percent-encodes a path for a URL; slashes are written unchanged. */
void write_url(Writer *out, Text path);

#endif

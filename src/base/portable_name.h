/* Names of files that Windows refuses or changes, though other systems have them. Results and
 * sources with such names cannot be copied there. */
#ifndef OISIN_BASE_PORTABLE_NAME_H
#define OISIN_BASE_PORTABLE_NAME_H

#include "base/arena.h"

/* Whether the part of a path is the name of a device, with any suffix: con, aux.txt, com1. */
bool name_is_device(Text part);
/* Whether Windows removes its end: dots and spaces. */
bool name_ends_badly(Text part);
/* Control characters, and those with a meaning in commands and paths of Windows, among them the
 * colon: "a:b" is a hidden stream of the file "a". */
bool character_is_unportable(char c);

/* Why Windows refuses a part of the path, to be read after "invalid name: "; NULL: it does not.
 * Parts are separated by slashes; "." and ".." are allowed. */
const char *portable_problem(Text path);

#endif

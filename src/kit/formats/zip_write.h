/* Writes a zip file, as browsers, file managers and hosts of games read it.
 *
 * Equal files give equal bytes: entries stay in the given order, have no time of day (the
 * earliest date that the format knows, 1 January 1980) and no attributes of a system.
 *
 * Sources: PKWARE, APPNOTE.TXT 6.3 (local headers, central directory, end record). */
#ifndef OISIN_KIT_FORMATS_ZIP_WRITE_H
#define OISIN_KIT_FORMATS_ZIP_WRITE_H

#include "base/report.h"
#include "kit/formats/file_list.h"

/* Paths are UTF-8 with slashes. An entry is compressed if that makes it smaller. Reports more
 * than 65,534 files, a path of more than 65,535 bytes and 4 GiB or more: these need ZIP64. */
bool zip_write(const ProjectFiles *files, Bytes *out, Arena *arena, Report *report);

#endif

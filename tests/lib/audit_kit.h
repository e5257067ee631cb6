/* Projects in memory: a small one, files put into it, built and taken apart. */
#ifndef OISIN_TESTS_AUDIT_KIT_H
#define OISIN_TESTS_AUDIT_KIT_H

#include "kit.h"

#include "base/text.h"
#include "tirnanog/container/tng_check.h"
#include "base/image/png_write.h"
#include "tirnanog/sheets/project_names.h"
#include "tirnanog/project/project.h"

void audit_put(Kit *kit, ProjectFiles *files, const char *path, Bytes bytes);
void put_text(Kit *kit, ProjectFiles *files, const char *path, const char *text);
/* The text of a file, which must be there. */
const char *audit_text(Kit *kit, ProjectFiles *files, const char *path);
/* `text` with the first `part`, which must be there, replaced. */
const char *audit_replaced(Kit *kit, const char *text, const char *part, const char *by);
void put_picture(Kit *kit, ProjectFiles *files, const char *path, Pixel colour);
ProjectFiles small_project(Kit *kit);
bool try_build(Kit *kit, ProjectFiles *files, Bytes *out);
Bytes built(Kit *kit, ProjectFiles *files);
TngFile *game_of(Kit *kit, Bytes file);
ProjectFiles unbuilt(Kit *kit, Bytes file);
void *asset_of(Kit *kit, TngFile *game, unsigned section, size_t index);

#endif

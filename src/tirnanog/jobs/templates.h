/* Templates that come with the program: the projects of templates.def. Each is a folder of
 * plain files, PREFIX/share/oisin/templates/NAME; only `empty` needs no files. */
#ifndef OISIN_TIRNANOG_JOBS_TEMPLATES_H
#define OISIN_TIRNANOG_JOBS_TEMPLATES_H

#include "base/report.h"
#include "base/stream.h"
#include "kit/formats/file_list.h"

/* Whether --template has the name of a template that comes with the program, not a file. A word
 * without a folder and a suffix is a name. */
bool template_is_name(const char *value);

/* The files of a new game: its ID is also its title. Unknown names are errors that list the
 * known ones. */
bool template_make(const char *name, Text game, ProjectFiles *out, Arena *arena,
                   Report *report);

/* A line for each template: its name, and what it is. */
void templates_write(Writer *out);

/* The templates by their order; NULL: there is none of this number. */
const char *template_name(size_t index);
const char *template_sentence(size_t index);
/* A picture of it, a PNG; NULL: it has none, or it is not installed. */
const char *template_picture(const char *name, Arena *arena);

#endif

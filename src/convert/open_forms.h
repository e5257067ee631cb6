/* Open forms: what a modder's tools can read in place of a game's binary files (REG as INI,
 * textures as PNG, animation databases as CSV, text in cp1251 as UTF-8, other formats as JSON).
 * A row of open_forms.def each.
 *
 * Opening never fails: a file that has no form, or is damaged, stays as it is. Whether closing
 * gives the same bytes again is tried at once; where it does not (a texture in blocks, smaller
 * levels) the caller keeps the bytes, and closes only what was edited. */
#ifndef OISIN_CONVERT_OPEN_FORMS_H
#define OISIN_CONVERT_OPEN_FORMS_H

#include "base/report.h"
#include "project/files.h"

typedef struct OpenForm OpenForm;

/* A file in its open form. */
typedef struct Opened {
    const OpenForm *form; /* NULL: as it is */
    Text format;          /* of the file: in formats.def, or "text"; empty: as it is */
    Text settings;        /* what closing must know and the open file does not say */
    ProjectFiles files;   /* one, its path empty; or those of a folder, by their names */
    bool lossy;           /* closing cannot give the same bytes, and is not tried */
    bool exact;           /* closing gives the same bytes */
} Opened;

struct OpenForm {
    const char *format, *to;
    bool (*open)(Text path, Bytes file, Opened *out, Arena *arena, Report *report);
    bool (*close)(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);
    const char *suffixes;
};

/* `path` decides formats without a magic. What comes out lives in the arena, or is `file`. */
void open_form_open(Text path, Bytes file, Opened *out, Arena *arena);
/* The bytes of the file `path` from `files`; needs `form`, `settings` and `files`, and for
 * a form of NULL gives the file as it is. Messages are about the open file's content. */
bool open_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);

/* The row for a format; NULL if its files stay as they are. */
const OpenForm *open_form_for(Text format);
/* Whether its files become folders. */
static inline bool open_form_is_folder(const OpenForm *form) { return form && !*form->to; }

/* The open name of a file: a.mmp -> a.png, or with `whole`, if that is taken, a.mmp.png.
 * What ends so already, and what becomes a folder, keeps its name. */
Text open_form_name(const OpenForm *form, Text path, bool whole, Arena *arena);

/* What a new file in a workspace stands for: its form, by its suffix, and the path of the file
 * that it will be: a.png -> a.mmp. A text a.txt becomes `a` if `bare`: if its neighbours
 * have no suffix. Any other is taken as it is. Refuses JSON that names no format. */
bool open_form_new(Text path, Bytes file, bool bare, Opened *out, Text *closed, Arena *arena,
                   Report *report);
/* The form of a new folder, by the suffix of its name ("new.idb"); NULL if it is a plain one.
 */
const OpenForm *open_form_new_folder(Text path);

#endif

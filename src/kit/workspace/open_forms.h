/* Open forms: editable equivalents of a game's binary files (REG as INI, textures as PNG,
 * animation databases as CSV, texts as UTF-8, map objects as a folder with their script, other
 * formats as JSON). Each is a row of
 * open_forms.def.
 *
 * Opening never fails: a file that has no open form, or is damaged, stays unchanged. Opening
 * also tests whether closing restores the same bytes; if it does not (a compressed texture,
 * smaller levels), the caller keeps the original bytes and closes only files that were edited.
 */
#ifndef OISIN_KIT_WORKSPACE_OPEN_FORMS_H
#define OISIN_KIT_WORKSPACE_OPEN_FORMS_H

#include "base/game_text.h"
#include "kit/formats/file_list.h"

typedef struct OpenForm OpenForm;

/* A file in its open form. */
typedef struct Opened {
    const OpenForm *form; /* NULL: unchanged */
    Text format;          /* of the file: in formats.def, or "text"; empty: unchanged */
    Text settings;        /* parameters for closing that the open file does not contain: of a
                           * texture the pixel format and the levels; of other files the
                           * encoding of their texts, unless it is cp1251 */
    ProjectFiles files;   /* one with an empty path; or the files of a folder, by name */
    bool lossy;           /* closing cannot restore the same bytes, and was not tested */
    bool exact;           /* closing restores the same bytes */
} Opened;

struct OpenForm {
    const char *format, *to;
    bool (*open)(Text path, Bytes file, Opened *out, Arena *arena, Report *report);
    bool (*close)(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);
    const char *suffixes;
};

/* `path` selects formats without a magic number. The result is allocated from the arena, or is
 * `file`. Texts are read in the chosen encoding, otherwise in that which they have. */
void open_form_open(Text path, Bytes file, Opened *out, Arena *arena);
/* Converts `files` back to the bytes of the file `path`; requires `form`, `settings` and
 * `files`; with form NULL it returns the file unchanged. Messages refer to the content of the
 * open file. */
bool open_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);

/* Adds the points of a file's texts (base/encoding_detect.h). */
void open_form_weigh(Text path, Bytes file, EncodingPoints *points);
/* Whether `settings` name an encoding. */
bool open_form_has_encoding(const OpenForm *form);

/* The row for a format; NULL if its files stay unchanged. */
const OpenForm *open_form_for(Text format);
/* The row of a file that unpack made, from its first open file: earlier versions made JSON of
 * formats that are folders now (zone1.mob.json, not zone1.mob/objects.json). */
const OpenForm *open_form_of_file(Text format, Text path, Text open);
/* Whether its files become folders. */
static inline bool open_form_is_folder(const OpenForm *form) { return form && !*form->to; }

/* The open name of a file: a.mmp -> a.png, or with `whole`, if that name is taken, a.mmp.png. A
 * file that already has the suffix, or that becomes a folder, keeps its name. */
Text open_form_name(const OpenForm *form, Text path, bool whole, Arena *arena);

/* Determines the game file for a new file in a workspace: its form, by suffix, and its path:
 * a.png -> a.mmp. A text a.txt becomes `a` if `bare` is set, which means that other files in
 * the folder have no suffix. All other files are unchanged. JSON without a format name is an
 * error. */
bool open_form_new(Text path, Bytes file, bool bare, Opened *out, Text *closed, Arena *arena,
                   Report *report);
/* The form of a new folder, by the suffix of its name ("new.idb"); NULL for a plain folder. */
const OpenForm *open_form_new_folder(Text path);

/* For functions of rows: adds the only file. An empty one gets a valid pointer, like one that
 * was read. */
void open_form_put(Opened *out, Bytes bytes, Arena *arena);
/* Whether a file of no known format is opened as a text. */
bool open_form_is_text(Bytes file);

/* The functions of the rows. */
bool edge_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report);
bool edge_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);
bool text_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report);
bool text_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);
bool mmp_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report);
bool mmp_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena, Report *report);
bool plain_form_open(Text path, Bytes file, Opened *out, Arena *arena, Report *report);
bool plain_form_close(Text path, const Opened *opened, Bytes *out, Arena *arena,
                      Report *report);
bool mob_was_json(Text path, Text open);

#endif

/* At the start of wings.def: rows that its reader has not defined expand to nothing. Where the
 * reader has defined records (format_layouts.c), nothing else is left; otherwise the records are
 * left out. No include guard: it is read each time. */
#ifndef RECORD
#define RECORDS_IGNORED
#include "base/record_ignore.h"
#ifndef RECORD_FORMAT
#define RECORD_FORMAT(...)
#endif
#endif
#ifndef FORMAT
#define FORMAT(...)
#endif
#ifndef SUFFIX
#define SUFFIX(...)
#endif
#ifndef EXACT
#define EXACT(...)
#endif
#ifndef GAME_TEXTS
#define GAME_TEXTS(...)
#endif
#ifndef SHARED
#define SHARED(...)
#endif
#ifndef ARCHIVE
#define ARCHIVE(...)
#endif
#ifndef DIFFERENCE_LIST
#define DIFFERENCE_LIST(...)
#endif
#ifndef CONVERSION
#define CONVERSION(...)
#endif
#ifndef GROUP
#define GROUP(...)
#endif
#ifndef CANDIDATE
#define CANDIDATE(...)
#endif
#ifndef ADVICE
#define ADVICE(...)
#endif
#ifndef IMAGES
#define IMAGES(...)
#endif
#ifndef IMAGE_SHEET
#define IMAGE_SHEET(...)
#endif
#ifndef CHECK_TEXT
#define CHECK_TEXT(...)
#endif
#ifndef CHECK_FORMAT
#define CHECK_FORMAT(...)
#endif
#ifndef CHECK_FOLDER
#define CHECK_FOLDER(...)
#endif
#ifndef CHECK_INPUTS
#define CHECK_INPUTS(...)
#endif
#ifndef FOLDER_FORM
#define FOLDER_FORM(...)
#endif
#ifndef LOOSE
#define LOOSE(...)
#endif
#ifndef INSIDE
#define INSIDE(...)
#endif
#ifndef SCRIPTS
#define SCRIPTS(...)
#endif
#ifndef SCRIPTS_USUAL
#define SCRIPTS_USUAL(...)
#endif
#ifndef NEW
#define NEW(...)
#endif
#ifndef NEW_USUAL
#define NEW_USUAL(...)
#endif
#ifndef PACKER
#define PACKER(...)
#endif
#ifndef PACKER_USUAL
#define PACKER_USUAL(...)
#endif
#ifndef UNPACKER
#define UNPACKER(...)
#endif
#ifndef OPEN_FORM
#define OPEN_FORM(...)
#endif
#ifndef OPEN_FORM_FORMER
#define OPEN_FORM_FORMER(...)
#endif
#ifndef OPEN_FORM_TEXTS
#define OPEN_FORM_TEXTS(...)
#endif
#ifndef OPEN_FORM_SETTINGS
#define OPEN_FORM_SETTINGS(...)
#endif
#ifndef SHOWS
#define SHOWS(...)
#endif
#ifndef PIXEL_FORMATS
#define PIXEL_FORMATS(...)
#endif
#ifndef IN_PLACE
#define IN_PLACE(...)
#endif

/* At the start of formats.def: rows that its reader has not defined expand to nothing. Where
 * the reader has defined records (format_layouts.c), nothing else is left; otherwise the
 * records are left out. No include guard: it is read each time. */
#ifndef SHARED
#define SHARED(...)
#endif
#ifndef EXACT
#define EXACT(...)
#endif
#ifndef GAME_TEXTS
#define GAME_TEXTS(...)
#endif
#ifdef RECORD
#define FORMAT(...)
#define SUFFIX(...)
#else
#define RECORDS_IGNORED
#include "base/record_ignore.h"
#endif

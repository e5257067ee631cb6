/* At the end of formats.def: undoes formats_ignore.h, and the rows that have no other end. No
 * include guard: it is read each time. */
#ifdef RECORDS_IGNORED
#include "base/record_undefine.h"
#undef RECORDS_IGNORED
#else
#undef FORMAT
#undef SUFFIX
#endif
#undef SHARED
#undef EXACT
#undef GAME_TEXTS

/* Expands RECORD_EACH(record) for each record of RECORD_FILE, where statements are allowed. */
#include "base/record_ignore.h"
#undef RECORD
#define RECORD(record, doc) RECORD_EACH(record)
#define RECORD_FORMAT(name, title, Record, hooks)

#include RECORD_FILE

#include "base/record_undefine.h"
#undef RECORD_EACH

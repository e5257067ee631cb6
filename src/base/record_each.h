/* Expands RECORD_EACH(record) for each record of RECORD_FILE, where statements are allowed. */
#define RECORD(record, doc) RECORD_EACH(record)
#define FIELD(type, name, doc)
#define FIXED(type, name, count, doc)
#define LIST(type, name, counter, doc)
#define ARRAY(type, name, count, doc)
#define WHEN(type, name, condition, doc)
#define ALL(type, name, doc)
#define REST(name, doc)
#define MAGIC(bytes, doc)
#define BITS(field, name, from, width, doc)
#define ASIDE(type, name, doc)
#define END(record)

#include RECORD_FILE

#include "base/record_undefine.h"
#undef RECORD_EACH

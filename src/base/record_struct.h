/* Defines C structs for the records of RECORD_FILE; see base/record.h. Included many times. */
#define RECORD(record, doc)                                                                    \
    typedef struct record record;                                                              \
    struct record {
#define FIELD(type, name, doc) type name;
#define FIXED(type, name, count, doc) type name[count];
#define LIST(type, name, counter, doc) type *name;
#define ARRAY(type, name, count, doc) type *name;
#define WHEN(type, name, condition, doc) type name;
#define ALL(type, name, doc)                                                                   \
    type *name;                                                                                \
    uint32_t name##_count;
#define REST(name, doc) Bytes name;
#define TRAILING(name, doc) Bytes name;
#define MAGIC(bytes, doc)
#define BITS(field, name, from, width, doc)
#define ASIDE(type, name, doc) type name;
#define END(record)                                                                            \
    }                                                                                          \
    ;                                                                                          \
    extern const RecordLayout record##_layout;

#define RECORD_FORMAT(name, title, Record, hooks)
#include RECORD_FILE

#include "base/record_undefine.h"

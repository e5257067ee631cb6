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

/* The minimum size: limits allocations. Fields that may be missing count as 0. */
#define RECORD(record, doc) enum { record##_bytes = 0
#define FIELD(type, name, doc) +type##_bytes
#define FIXED(type, name, count, doc) +(count)*type##_bytes
#define LIST(type, name, counter, doc)
#define ARRAY(type, name, count, doc)
#define WHEN(type, name, condition, doc)
#define ALL(type, name, doc)
#define REST(name, doc)
#define TRAILING(name, doc)
#define MAGIC(bytes, doc) +sizeof(bytes) - 1
#define BITS(field, name, from, width, doc)
#define ASIDE(type, name, doc)
#define END(record)                                                                            \
    }                                                                                          \
    ;

#define RECORD_FORMAT(name, title, Record, hooks)
#include RECORD_FILE

#include "base/record_undefine.h"

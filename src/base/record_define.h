/* Defines the tables of RECORD_FILE; see base/record.h. Each record has one function for its
 * counts and one for its fields; the fields are inside a function so that each record can refer
 * to itself as `Record`. Rows stay on one line each, therefore: */
/* clang-format off */
#define RECORD(record, doc)                                                                    \
    static size_t record##_count_of(const void *data, size_t offset)                           \
    {                                                                                          \
        typedef record Record;                                                                 \
        const Record *self = data;                                                             \
        (void)self;                                                                            \
        switch (offset) {
#define FIELD(type, name, doc)
#define FIXED(type, name, count, doc)
#define LIST(type, name, counter, doc)
#define ARRAY(type, name, count, doc)                                                          \
    case offsetof(Record, name):                                                               \
        return (size_t)(count);
#define WHEN(type, name, condition, doc)                                                       \
    case offsetof(Record, name):                                                               \
        return (condition) ? 1 : 0;
#define ALL(type, name, doc)
#define REST(name, doc)
#define TRAILING(name, doc)
#define MAGIC(bytes, doc)
#define BITS(field, name, from, width, doc)
#define ASIDE(type, name, doc)
#define END(record)                                                                            \
    default:                                                                                   \
        return 0;                                                                              \
        }                                                                                      \
        }

#define RECORD_FORMAT(name, title, Record, hooks)
#include RECORD_FILE

#include "base/record_undefine.h"

#define RECORD(record, doc_)                                                                   \
    static const Field *record##_fields(size_t *count_);                                       \
    const RecordLayout record##_layout = {.name = #record,                                           \
                                    .doc = doc_,                                               \
                                    .form = FORM_RECORD,                                       \
                                    .bytes = record##_bytes,                                   \
                                    .size = sizeof(record),                                    \
                                    .fields = record##_fields,                                 \
                                    .count = record##_count_of};                               \
    static const Field *record##_fields(size_t *count_)                                        \
    {                                                                                          \
        typedef record Record;                                                                 \
        static const Field fields_[] = {
#define FIELD(type, name, doc)                                                                 \
    {SHAPE_FIELD, #name, doc, &type##_layout, offsetof(Record, name), 1, 0, NULL},
#define FIXED(type, name, count, doc)                                                          \
    {SHAPE_FIXED, #name, doc, &type##_layout, offsetof(Record, name), count, 0, NULL},
#define LIST(type, name, counter, doc)                                                         \
    {SHAPE_LIST, #name, doc, &type##_layout, offsetof(Record, name),                           \
     sizeof(((Record *)0)->counter), offsetof(Record, counter), NULL},
#define ARRAY(type, name, count, doc)                                                          \
    {SHAPE_ARRAY, #name, doc, &type##_layout, offsetof(Record, name), 0, 0, #count},
#define WHEN(type, name, condition, doc)                                                       \
    {SHAPE_WHEN, #name, doc, &type##_layout, offsetof(Record, name), 0, 0, #condition},
#define ALL(type, name, doc)                                                                   \
    {SHAPE_ALL, #name, doc, &type##_layout, offsetof(Record, name), 4,                         \
     offsetof(Record, name##_count), NULL},
#define REST(name, doc) {SHAPE_REST, #name, doc, &byte_layout, offsetof(Record, name), 0, 0, NULL},
#define TRAILING(name, doc)                                                                    \
    {SHAPE_REST, #name, doc, &byte_layout, offsetof(Record, name), 1, 0, NULL},
#define MAGIC(bytes, doc) {SHAPE_MAGIC, bytes, doc, NULL, 0, sizeof(bytes) - 1, 0, NULL},
#define BITS(field, name, from, width, doc)                                                    \
    {SHAPE_BITS, #name, doc, NULL, offsetof(Record, field), (from) | (width) << 8,             \
     sizeof(((Record *)0)->field), NULL},
#define ASIDE(type, name, doc)                                                                 \
    {SHAPE_ASIDE, #name, doc, &type##_layout, offsetof(Record, name), 1, 0, NULL},
#define END(record)                                                                            \
    }                                                                                          \
    ;                                                                                          \
    *count_ = COUNT_OF(fields_);                                                               \
    return fields_;                                                                            \
    }

#define RECORD_FORMAT(name, title, Record, hooks)
#include RECORD_FILE

#include "base/record_undefine.h"
#undef RECORD_FILE

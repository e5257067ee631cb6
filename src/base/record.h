/* Records: binary layouts, each described once.
 *
 * Reading, writing, checking and documenting a binary layout by hand means writing the same
 * thing four times. Instead, a `.def` file lists its records in a few words. Included through
 * `base/record_struct.h` it defines C structs, through `base/record_define.h` the tables below.
 * One interpreter reads, writes, shows, parses, visits and describes any record by its table.
 * The reader or writer determines the byte order (`big`).
 *
 *   RECORD(Name, doc) ... END(Name)
 *   FIELD(type, name, doc)            one value; a type is a primitive or a record
 *   FIXED(type, name, count, doc)     a constant number of values
 *   LIST(type, name, counter, doc)    the earlier field `counter` is the number of values
 *   ARRAY(type, name, count, doc)     count: any C expression over `self`
 *   WHEN(type, name, condition, doc)  one value, present only if the expression is true
 *   ALL(type, name, doc)              values until the end; `name_count` in the struct
 *   REST(name, doc)                   the bytes until the end, unchanged
 *   TRAILING(name, doc)               the last member: as REST, for bytes that a later version of
 *                                     the format may add; JSON omits it if there are none
 *   MAGIC(bytes, doc)                 constant bytes
 *   BITS(field, name, from, width, doc)  a readable view of some bits of a field
 *   ASIDE(type, name, doc)            a parameter of the layout: a member of the struct, set
 *                                     before reading, that is not stored in the bytes
 *   RECORD_FORMAT(...)                the row of the format whose files are such a record
 *                                     (kit/formats/formats.def)
 *
 * Lists are pointers into the job's arena. REST may refer to a slice of the input, so the input
 * must live as long as the record. */
#ifndef OISIN_BASE_RECORD_H
#define OISIN_BASE_RECORD_H

#include "base/json.h"
#include "base/stream.h"

typedef uint8_t u8;
typedef int8_t i8;
typedef uint16_t u16;
typedef int16_t i16;
typedef uint32_t u24;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef uint8_t byte; /* lists of it are shown as one hex text */
typedef char ascii;   /* lists of it are shown as text, cut at the zeros */
typedef float f32;    /* preserved bit by bit */

/* The `bytes` of a layout as constants: TYPE_bytes. */
enum {
    u8_bytes = 1,
    i8_bytes = 1,
    u16_bytes = 2,
    i16_bytes = 2,
    u24_bytes = 3,
    u32_bytes = 4,
    i32_bytes = 4,
    u64_bytes = 8,
    byte_bytes = 1,
    ascii_bytes = 1,
    f32_bytes = 4,
};

typedef enum Form {
    FORM_UNSIGNED,
    FORM_SIGNED,
    FORM_FLOAT,
    FORM_BYTE,
    FORM_ASCII,
    FORM_RECORD,
} Form;

typedef enum FieldShape {
    SHAPE_FIELD,
    SHAPE_FIXED,
    SHAPE_LIST,
    SHAPE_ARRAY,
    SHAPE_WHEN,
    SHAPE_ALL,
    SHAPE_REST,
    SHAPE_MAGIC,
    SHAPE_BITS,
    SHAPE_ASIDE,
} FieldShape;

typedef struct Field Field;
typedef struct RecordLayout {
    const char *name, *doc;
    Form form;
    uint32_t bytes;  /* size of a primitive in the file; minimum size of a record */
    uint8_t meaning; /* of a primitive: a number defined by its format; 0: a plain number */
    bool derived;    /* can be computed from the other fields: JSON may omit it */
    size_t size;     /* of the C type */
    const Field *(*fields)(size_t *count);              /* of a record */
    size_t (*count)(const void *record, size_t offset); /* ARRAY and WHEN, by member offset */
} RecordLayout;

struct Field {
    FieldShape shape;
    const char *name, *doc;
    const RecordLayout *type; /* of REST: byte; of MAGIC: NULL */
    size_t offset;            /* of the member; of the counted field for BITS */
    size_t count;   /* of FIXED: the number of values; of MAGIC and of a counter: its size in
                     * bytes; of BITS: from | width << 8; of REST: 1 if it is TRAILING */
    size_t counter; /* LIST: offset of its counter; ALL: of name_count; BITS: unused */
    const char *expression; /* ARRAY: its number of values; WHEN: its condition; or NULL */
};

extern const RecordLayout u8_layout, i8_layout, u16_layout, i16_layout, u24_layout, u32_layout,
    i32_layout, u64_layout, byte_layout, ascii_layout, f32_layout;

/* The current position of a walk over a record; `parent` leads to the root. */
typedef struct RecordPath {
    const struct RecordPath *parent;
    const Field *field;
    size_t index; /* in a list, otherwise SIZE_MAX */
} RecordPath;
/* `options[2].requires.attribute` */
Text record_path(const RecordPath *path, Arena *arena);

/* Reads into `record`, which must be zero except for its ASIDE members. */
bool record_read(const RecordLayout *layout, void *record, Reader *reader, Arena *arena);
void record_write(const RecordLayout *layout, const void *record, Writer *writer);

/* Reads and writes the value of a primitive. Signed values are sign-extended; a float is
 * represented by its bits. */
uint64_t primitive_get(const RecordLayout *type, const void *data);
void primitive_set(const RecordLayout *type, void *data, uint64_t value);
/* The largest unsigned value of a primitive in the file. */
uint64_t primitive_max(const RecordLayout *type);

/* The number of elements of a list-like member, and their address. */
size_t field_count(const RecordLayout *layout, const Field *field, const void *record);
void *field_data(const Field *field, const void *record);
/* Sets a LIST's counter or ALL's count; returns false if the type of the counter is too small.
 */
bool field_set_count(const RecordLayout *layout, const Field *field, void *record,
                     size_t count);
const Field *layout_field(const RecordLayout *layout, Text name);
/* Whether a member is the TRAILING of its record; a record's TRAILING bytes, or none. */
bool field_is_trailing(const Field *field);
Bytes record_trailing(const RecordLayout *layout, const void *record);

/* Called for every primitive, in file order; `at` is the offset from the start of the record.
 * Lists of bytes and characters are passed in one call, `count` elements at `data`. */
typedef void RecordVisitor(void *context, const RecordLayout *type, void *data, size_t count,
                           size_t at, const RecordPath *path);
void record_visit(const RecordLayout *layout, void *record, RecordVisitor *visitor,
                  void *context);

/* Output as JSON: an object with one key per field. `note`, if not NULL, may write a further
 * key after a value (`key` + "_name") and is also called for records of the given type. */
typedef struct RecordShow {
    bool (*note)(void *context, const RecordLayout *type, const void *data, Text *name);
    void *context;
} RecordShow;
void record_show(const RecordLayout *layout, const void *record, const RecordShow *show,
                 JsonWriter *json);
/* Writes only the members, into an object that is already open. */
void record_show_fields(const RecordLayout *layout, const void *record, const RecordShow *show,
                        JsonWriter *json);
/* Counters may be missing: they follow from the lists. Keys ending in `_name` and views of bits
 * are ignored, unknown keys are errors. The record does not refer to `json`. */
bool record_parse(const RecordLayout *layout, void *record, const json_t *json, Arena *arena,
                  Report *report);

/* Writes a Markdown table of the layout, for docs/reference/formats/. */
void record_describe(const RecordLayout *layout, Writer *writer);

#endif

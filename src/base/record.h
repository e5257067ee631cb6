/* Records: the bytes of a format, described once.
 *
 * A `.def` file lists records in a few words; included through
 * `base/record_struct.h` it becomes C structs, through `base/record_define.h`
 * the tables below. One interpreter reads, writes, shows, parses, visits and
 * describes whatever a table says. Numbers are in the byte order of the reader or
 * writer (`big`).
 *
 *   RECORD(Name, doc) ... END(Name)
 *   FIELD(type, name, doc)            one value; a type is a primitive or a record
 *   FIXED(type, name, count, doc)     a constant number of them
 *   LIST(type, name, counter, doc)    as many as the earlier field `counter` says
 *   ARRAY(type, name, count, doc)     count: any C expression over `self`
 *   WHEN(type, name, condition, doc)  one value, there only if the expression is true
 *   ALL(type, name, doc)              as many as fit until the end; `name_count` in the struct
 *   REST(name, doc)                   the bytes until the end, as they are
 *   MAGIC(bytes, doc)                 constant bytes
 *   BITS(field, name, from, width, doc)  a readable view of some bits of a field
 *   ASIDE(type, name, doc)            in the struct only, set before reading: what
 *                                     the layout depends on but the bytes do not say
 *
 * Lists live in memory as pointers into the job's arena. A slice of the input
 * may be referenced by REST: the input must live as long as the record. */
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
typedef float f32;    /* kept bit by bit */

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
typedef struct Layout {
    const char *name, *doc;
    Form form;
    uint8_t bytes;   /* of a primitive in the file */
    uint8_t meaning; /* of a primitive: a number of its format's own, 0 just a number */
    bool derived;    /* follows from the rest: JSON may leave it out */
    size_t size;     /* of the C type */
    const Field *(*fields)(size_t *count);              /* of a record */
    size_t (*count)(const void *record, size_t offset); /* ARRAY and WHEN, by member offset */
} Layout;

struct Field {
    FieldShape shape;
    const char *name, *doc;
    const Layout *type; /* of REST: byte; of MAGIC: NULL */
    size_t offset;      /* of the member; of the counted field for BITS */
    size_t count;       /* FIXED; size of MAGIC, of a counter; BITS: from | width << 8 */
    size_t counter;     /* LIST: offset of its counter; ALL: of name_count; BITS: unused */
};

extern const Layout u8_layout, i8_layout, u16_layout, i16_layout, u24_layout, u32_layout,
    i32_layout, u64_layout, byte_layout, ascii_layout, f32_layout;

/* Where the walk over a record stands; `parent` leads to the root. */
typedef struct RecordPath {
    const struct RecordPath *parent;
    const Field *field;
    size_t index; /* in a list, else SIZE_MAX */
} RecordPath;
/* `options[2].requires.attribute` */
Text record_path(const RecordPath *path, Arena *arena);

/* Reads into `record`, which was zeroed but for its ASIDE members. */
bool record_read(const Layout *layout, void *record, Reader *reader, Arena *arena);
void record_write(const Layout *layout, const void *record, Writer *writer);

/* The value of a primitive and back. Signed values are sign-extended; a float
 * gives its bits. */
uint64_t primitive_get(const Layout *type, const void *data);
void primitive_set(const Layout *type, void *data, uint64_t value);
/* The largest unsigned value that a primitive takes in the file. */
uint64_t primitive_max(const Layout *type);

/* How many elements a list-like member has, and where they are. */
size_t field_count(const Layout *layout, const Field *field, const void *record);
void *field_data(const Field *field, const void *record);
/* Sets a LIST's counter or ALL's count; false if the counter's type is too small. */
bool field_set_count(const Layout *layout, const Field *field, void *record, size_t count);
const Field *layout_field(const Layout *layout, Text name);
/* The fewest bytes that a value of the type can take. */
size_t layout_min_size(const Layout *layout);

/* Called for every primitive, in file order; `at` counts bytes from the record's start.
 * Lists of bytes and characters come as one call, `count` elements at `data`. */
typedef void RecordVisitor(void *context, const Layout *type, void *data, size_t count,
                           size_t at, const RecordPath *path);
void record_visit(const Layout *layout, void *record, RecordVisitor *visitor, void *context);

/* JSON: an object with one key per field. `note`, if not NULL, may write a further
 * key beside a value (`key` + "_name") and gets called for records of the given type too. */
typedef struct RecordShow {
    bool (*note)(void *context, const Layout *type, const void *data, Text *name);
    void *context;
} RecordShow;
void record_show(const Layout *layout, const void *record, const RecordShow *show,
                 JsonWriter *json);
/* The members only, into an object that is open already. */
void record_show_fields(const Layout *layout, const void *record, const RecordShow *show,
                        JsonWriter *json);
/* Counters may be missing: they follow from the lists. Keys ending in `_name` and
 * views of bits are ignored, unknown keys are errors. `json` must outlive nothing. */
bool record_parse(const Layout *layout, void *record, const json_t *json, Arena *arena,
                  Report *report);

/* A Markdown table of the layout, for docs/formats/. */
void record_describe(const Layout *layout, Writer *writer);

#endif

/* The table of a record's fields in Markdown, for the pages of formats. Offsets end at the
 * first field whose size depends on the file. */
#include "base/record.h"

/* `self->mask & 2` as `mask & 2`. */
static void write_expression(const char *expression, Writer *writer)
{
    static const char self[] = "self->";
    write_format(writer, "`");
    while (*expression) {
        if (!strncmp(expression, self, sizeof self - 1))
            expression += sizeof self - 1;
        else if (*expression == '|')
            write_format(writer, "\\%c", *expression++);
        else
            write_u8(writer, (uint8_t)*expression++);
    }
    write_format(writer, "`");
}

/* How many values there are. */
static void write_count(const Field *field, Writer *writer)
{
    static const char *const counts[] = {[SHAPE_FIELD] = "",
                                         [SHAPE_LIST] = "counted",
                                         [SHAPE_ARRAY] = "",
                                         [SHAPE_WHEN] = "if ",
                                         [SHAPE_ALL] = "to the end",
                                         [SHAPE_REST] = "to the end",
                                         [SHAPE_ASIDE] = "not in the file"};
    write_format(writer, "%s", counts[field->shape]);
    if (field->expression)
        write_expression(field->expression, writer);
}

void record_describe(const RecordLayout *layout, Writer *writer)
{
    write_format(writer, "### %s\n\n%s.\n\n", layout->name, layout->doc);
    write_format(writer,
                 "| offset | field | type | count | meaning |\n|--:|---|---|---|---|\n");
    size_t count, at = 0;
    bool fixed = true;
    const Field *fields = layout->fields(&count);
    for (size_t i = 0; i < count; i++) {
        const Field *field = &fields[i];
        if (field->shape == SHAPE_BITS) {
            write_format(writer, "| | `%s` | bits %zu-%zu | | %s |\n", field->name,
                         field->count & 255, (field->count & 255) + (field->count >> 8) - 1,
                         field->doc);
            continue;
        }
        if (fixed && field->shape != SHAPE_ASIDE)
            write_format(writer, "| %zu ", at);
        else
            write_format(writer, "| ");
        if (field->shape == SHAPE_MAGIC)
            write_format(writer, "| | magic | %zu | %s |\n", field->count, field->doc);
        else if (field->shape == SHAPE_FIXED)
            write_format(writer, "| `%s` | %s | %zu | %s |\n", field->name, field->type->name,
                         field->count, field->doc);
        else {
            write_format(writer, "| `%s` | %s | ", field->name, field->type->name);
            write_count(field, writer);
            write_format(writer, " | %s |\n", field->doc);
        }
        if (field->shape == SHAPE_MAGIC)
            at += field->count;
        else if (field->shape == SHAPE_FIELD || field->shape == SHAPE_FIXED)
            at += field->count * field->type->bytes;
        else if (field->shape != SHAPE_ASIDE)
            fixed = false;
    }
    write_format(writer, "\n");
}

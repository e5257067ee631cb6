#include "base/record.h"

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
        static const char *const counts[] = {[SHAPE_FIELD] = "",
                                             [SHAPE_LIST] = "counted",
                                             [SHAPE_ARRAY] = "computed",
                                             [SHAPE_WHEN] = "0 or 1",
                                             [SHAPE_ALL] = "to the end",
                                             [SHAPE_REST] = "to the end",
                                             [SHAPE_ASIDE] = "not in the file"};
        if (field->shape == SHAPE_MAGIC)
            write_format(writer, "| | magic | %zu | %s |\n", field->count, field->doc);
        else if (field->shape == SHAPE_FIXED)
            write_format(writer, "| `%s` | %s | %zu | %s |\n", field->name, field->type->name,
                         field->count, field->doc);
        else
            write_format(writer, "| `%s` | %s | %s | %s |\n", field->name, field->type->name,
                         counts[field->shape], field->doc);
        if (field->shape == SHAPE_MAGIC)
            at += field->count;
        else if (field->shape == SHAPE_FIELD || field->shape == SHAPE_FIXED)
            at += field->count * layout_min_size(field->type);
        else if (field->shape != SHAPE_ASIDE)
            fixed = false;
    }
    write_format(writer, "\n");
}

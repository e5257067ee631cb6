/* Defines the record layouts of project_records.def and the layouts of Word and SlotNumber,
 * which are values of text files only; and makes new records and elements of lists. */
#include "tirnanog/sheets/project_records.h"

/* A Word is opaque to the code that reads and writes records: it has no binary form. */
static const Field *no_fields(size_t *count)
{
    *count = 0;
    return NULL;
}

const RecordLayout Word_layout = {.name = "Word",
                                  .doc = "a name",
                                  .form = FORM_RECORD,
                                  .size = sizeof(Word),
                                  .fields = no_fields};
const RecordLayout SlotNumber_layout = {.name = "SlotNumber",
                                        .doc = "an equipment slot",
                                        .form = FORM_UNSIGNED,
                                        .bytes = 1,
                                        .size = sizeof(SlotNumber)};

#define RECORD_FILE "tirnanog/sheets/project_records.def"
#include "base/record_define.h"

/* ---- new records ---- */

static void set_default(void *context, const RecordLayout *type, void *data, size_t count,
                        size_t at, const RecordPath *path)
{
    (void)context, (void)count, (void)at, (void)path;
    if (type->meaning == KIND_TEXT)
        primitive_set(type, data, TNG_NO_TEXT);
    else if (type->meaning == KIND_SPRITE || type->meaning == KIND_OBJECT)
        primitive_set(type, data, TNG_NO_SPRITE);
}

void sheet_defaults(const RecordLayout *layout, void *record)
{
    if (layout->form == FORM_RECORD)
        record_visit(layout, record, set_default, NULL);
    else
        set_default(NULL, layout, record, 1, 0, NULL);
}

void *sheet_append(const RecordLayout *layout, const Field *field, void *record, Arena *arena)
{
    const size_t count = field_count(layout, field, record);
    void **list = (void **)(void *)((char *)record + field->offset);
    if (!field_set_count(layout, field, record, count + 1))
        return NULL;
    *list = arena_grow(arena, *list, count, field->type->size);
    void *element = (char *)*list + count * field->type->size;
    sheet_defaults(field->type, element);
    return element;
}

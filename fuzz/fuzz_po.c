/* Translations: what can be read is written, and reads as the same again. */
#include "tirnanog/translations/po.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What only gettext's syntax has. */
static void same_gettext(const PoFile *file, const PoFile *again)
{
    if (!text_equal(file->header, again->header) || file->fuzzy_count != again->fuzzy_count ||
        file->obsolete_count != again->obsolete_count)
        abort();
    for (size_t i = 0; i < file->count; i++)
        if (!text_equal(file->entries[i].context, again->entries[i].context) ||
            !text_equal(file->entries[i].suggestion, again->entries[i].suggestion) ||
            !text_equal(file->entries[i].comments, again->entries[i].comments))
            abort();
    for (size_t i = 0; i < file->obsolete_count; i++)
        if (!text_equal(file->obsolete[i].id, again->obsolete[i].id) ||
            !text_equal(file->obsolete[i].text, again->obsolete[i].text))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    PoFile file, again;
    if (po_read((Bytes){data, size}, &file, arena, &report)) {
        if (!po_read(po_write(&file, arena), &again, arena, &report) ||
            again.count != file.count)
            abort();
        for (size_t i = 0; i < file.count; i++)
            if (!text_equal(file.entries[i].id, again.entries[i].id) ||
                !text_equal(file.entries[i].text, again.entries[i].text))
                abort();
        if (file.header.at)
            same_gettext(&file, &again);
    } else if (!report.errors) {
        abort();
    }
    arena_free(arena);
    return 0;
}

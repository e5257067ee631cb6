/* Translations: what can be read is written, and reads as the same again; a translation that is
 * changed is the only one. */
#include "tirnanog/translations/po_edit.h"

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

static void change_some(Bytes bytes, const PoFile *file, Arena *arena)
{
    enum { CHANGED = 8 };
    const Text code = TEXT("de");
    Report report = report_to(NULL, NULL);
    for (size_t i = 0; i < file->count && i < CHANGED; i++) {
        const PoEdit edit = {.id = file->entries[i].id,
                             .context = file->entries[i].context,
                             .is_name = po_is_language_name(file, i, code),
                             .text = TEXT("it's \"new\""),
                             .done = i % 2};
        const PoEntry *entry = po_find(file, code, &edit);
        const size_t number = (size_t)(entry - file->entries);
        Bytes changed;
        PoFile again;
        if (!po_set(bytes, code, &edit, 1, &changed, arena, &report))
            continue; /* it has no msgstr */
        if (!po_read(changed, &again, arena, &report) || again.count != file->count ||
            again.obsolete_count != file->obsolete_count)
            abort();
        for (size_t k = 0; k < again.count; k++) {
            const PoEntry *old = &file->entries[k], *new = &again.entries[k];
            if (!text_equal(old->id, new->id) || !text_equal(old->comments, new->comments) ||
                (k != number && (!text_equal(old->text, new->text) ||
                                 !text_equal(old->suggestion, new->suggestion))))
                abort();
        }
        const PoEntry *now = &again.entries[number];
        if (!text_equal(edit.text,
                        edit.done || !entry->suggestion.size ? now->text : now->suggestion))
            abort();
    }
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
        change_some((Bytes){data, size}, &file, arena);
    } else if (!report.errors) {
        abort();
    }
    arena_free(arena);
    return 0;
}

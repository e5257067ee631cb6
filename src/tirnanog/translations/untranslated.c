/* A text counts as translated if the file has an entry with its ID and a text; the name of the
 * language is not one of the game's texts. */
#include "tirnanog/translations/untranslated.h"

#include "base/text.h"
#include "tirnanog/translations/po.h"

/* lang/CODE.po */
static bool code_of(Text path, Text *out)
{
    static const char folder[] = "lang/", suffix[] = ".po";
    if (!text_starts(path, folder) || !text_ends(path, suffix))
        return false;
    *out = text_slice(path, strlen(folder), path.size - strlen(suffix));
    return true;
}

bool untranslated_texts(const ProjectFile *file, const NameList *texts, Text source,
                        Untranslated *out, Arena *arena)
{
    Text code;
    PoFile po;
    Report silent = report_to(NULL, NULL);
    *out = (Untranslated){0};
    if (!code_of(file->path, &code) || text_equal(code, source) ||
        !po_read(file->bytes, &po, arena, &silent))
        return false;
    bool *done = arena_alloc(arena, texts->count, sizeof *done);
    for (size_t i = 0; i < po.count; i++) {
        const uint32_t *index = po_is_language_name(&po, i, code)
                                    ? NULL
                                    : table_get(&texts->numbers, po.entries[i].id);
        if (index && po.entries[i].text.size)
            done[*index] = true;
    }
    for (uint32_t i = 0; i < texts->count; i++)
        if (!done[i] && i != TEXT_LANGUAGE)
            *ARENA_PUSH(arena, out->items, out->count) = i;
    return true;
}

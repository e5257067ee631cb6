/* Scripts of maps: read, listed, checked; printed, which changes no token, and once is enough.
 */
#include "evil_islands/objects/mob_script.h"

#include <stdlib.h>

static bool always(void *context, uint32_t id)
{
    (void)context;
    return id % 2;
}

static bool never(void *context, Text name)
{
    (void)context;
    return !name.size;
}

static void same(const MobSource *a, const MobSource *b)
{
    if (a->token_count != b->token_count || a->comment_count != b->comment_count)
        abort();
    for (size_t i = 0; i < a->token_count; i++)
        if (a->tokens[i].kind != b->tokens[i].kind ||
            !text_equal(a->tokens[i].text, b->tokens[i].text))
            abort();
    for (size_t i = 0; i < a->comment_count; i++)
        if (!text_equal(a->comments[i].text, b->comments[i].text))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const MobObjects objects = {always, never, NULL};
    MobSource source, again;
    Writer out = writer_to(arena), twice = writer_to(arena);
    const Text text = mob_script_text((Bytes){data, size}, arena);
    if (mob_script_parse(text, &source, arena, &report)) {
        mob_script_check(&source, &objects, arena, &report);
        mob_script_list(&source, &out);
        out.size = 0;
        mob_script_print(&source, &out);
        if (!mob_script_parse(writer_text(&out), &again, arena, &report))
            abort();
        same(&source, &again);
        mob_script_print(&again, &twice);
        if (!text_equal(writer_text(&out), writer_text(&twice)))
            abort();
    } else if (report.errors != 1) {
        abort(); /* said once */
    }
    arena_free(arena);
    return 0;
}

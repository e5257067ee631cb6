/* Files that the page has sent. Their arena is freed when the page begins again. */
#include "studio/editor/sent_files.h"

#include "base/text.h"

void sent_files_clear(SentFiles *sent)
{
    arena_free(sent->arena);
    *sent = (SentFiles){.version = sent->version + 1};
}

static ProjectFile *find(const SentFiles *sent, Text name)
{
    for (size_t i = 0; i < sent->files.count; i++)
        if (text_equal(sent->files.items[i].path, name))
            return &sent->files.items[i];
    return NULL;
}

static ProjectFile *begin(SentFiles *sent, Text name, uint64_t total, uint64_t max)
{
    ProjectFile *file = find(sent, name);
    if (total > max - sent->size || (!file && sent->files.count == SENT_FILES_MAX))
        return NULL;
    if (!sent->arena)
        sent->arena = arena_new();
    if (!file) {
        file = ARENA_PUSH(sent->arena, sent->files.items, sent->files.count);
        file->path = arena_text(sent->arena, name);
    }
    file->bytes = (Bytes){arena_alloc(sent->arena, (size_t)total + 1, 1), (size_t)total};
    sent->size += total;
    return file;
}

bool sent_files_take(SentFiles *sent, Text name, uint64_t total, uint64_t at, Bytes part,
                     uint64_t max)
{
    ProjectFile *file = at ? find(sent, name) : begin(sent, name, total, max);
    sent->version++;
    if (!file || file->bytes.size != total || at > total || part.size > total - at)
        return false;
    if (part.size)
        memcpy((uint8_t *)(uintptr_t)file->bytes.data + at, part.data, part.size);
    return true;
}

#include "recorded.h"

#include "base/hash.h"

#include <stdio.h>

static void write_file(const char *folder, const char *name, const Writer *text)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->data, 1, text->size, file), text->size);
    assert_int_equal(fclose(file), 0);
}

void recorded_check(const Recorded *all, size_t count, const char *name, const Writer *text)
{
    const char *folder = getenv("OISIN_RECORD");
    if (folder)
        write_file(folder, name, text);
    const uint64_t hash = hash_bytes(0, writer_bytes(text));
    for (size_t i = 0; i < count; i++)
        if (!strcmp(all[i].name, name)) {
            if (all[i].hash != hash)
                fail_msg("{\"%s\", 0x%016llx}: see tests/lib/recorded.h", name,
                         (unsigned long long)hash);
            return;
        }
    fail_msg("no hash has the name %s", name);
}

void recorded_messages(Kit *kit, Writer *text)
{
    for (size_t i = 0; i < kit->messages.count; i++) {
        const Message *message = &kit->messages.items[i];
        write_format(text, "%d %u:%u %.*s [%.*s]\n", (int)message->severity, message->line,
                     message->column, (int)message->text.size, message->text.at,
                     (int)message->source.size, message->source.at);
    }
    kit_clear(kit);
}

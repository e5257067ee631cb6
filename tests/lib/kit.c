#include "kit.h"

#include "base/system/folders.h"
#include "base/system/process.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

bool make_temporary_folder(char *path, const char *name)
{
    enum { ENDING = sizeof "/-XXXXXX/game" }; /* "/game" by tests/lib/edit_kit.c */
    const char *parent = temporary_folder();
    if (strlen(parent) + strlen(name) + ENDING > FOLDER_SIZE)
        parent = "/tmp";
    snprintf(path, FOLDER_SIZE, "%s/%s-XXXXXX", parent, name);
    return folder_temporary(path);
}

Kit *kit_new(void)
{
    Arena *arena = arena_new();
    Kit *kit = arena_alloc(arena, 1, sizeof *kit);
    kit->arena = arena;
    kit->messages.arena = arena;
    kit->report = report_to(messages_sink, &kit->messages);
    return kit;
}

void kit_free(Kit *kit) { arena_free(kit->arena); }

int kit_set_up(void **state)
{
    *state = kit_new();
    return 0;
}

int kit_tear_down(void **state)
{
    kit_free(*state);
    return 0;
}

void kit_clear(Kit *kit)
{
    kit->messages.count = 0;
    kit->report = report_to(messages_sink, &kit->messages);
}

const char *kit_message(Kit *kit, size_t n)
{
    return n < kit->messages.count ? message_print(&kit->messages.items[n], kit->arena).at : "";
}

bool kit_has_message(Kit *kit, const char *part)
{
    for (size_t i = 0; i < kit->messages.count; i++)
        if (strstr(kit_message(kit, i), part))
            return true;
    return false;
}

void kit_message_is_at(Kit *kit, const char *what, uint32_t line, uint32_t column)
{
    if (kit->messages.count != 1)
        fail_msg("%s: %zu messages", what, kit->messages.count);
    const Message *message = &kit->messages.items[0];
    if (message->line != line || message->column != column)
        fail_msg("%s: at %u:%u, not %u:%u: %s", what, message->line, message->column, line,
                 column, message->text.at);
}

const char *find_part(const void *data, size_t size, const char *part)
{
    size_t at;
    return text_find_part((Text){data, size}, text_of(part), &at) ? (const char *)data + at
                                                                  : NULL;
}

uint32_t random_state = 1;

uint32_t next_random(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

bool has_tool(const char *tool)
{
    const char *folders = environment("PATH");
    while (folders && *folders) {
        const size_t size = strcspn(folders, ":");
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "%.*s/%s", (int)size, folders, tool);
        if (file_is_executable(path))
            return true;
        folders += size + (folders[size] == ':');
    }
    print_message("skipped: %s is not installed\n", tool);
    return false;
}

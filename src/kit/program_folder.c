#include "kit/program_folder.h"

#include "base/folders.h"

#include <unistd.h>

Text program_folder(Arena *arena)
{
    static const char others[] = "/libexec/oisin";
    const size_t end = sizeof others - 1;
    char program[4096];
    const ssize_t size = readlink("/proc/self/exe", program, sizeof program);
    if (size <= 0 || (size_t)size >= sizeof program)
        return TEXT("");
    const Text own = folder_above((Text){program, (size_t)size}, arena);
    if (own.size < end || !text_is(text_slice(own, own.size - end, own.size), others))
        return own;
    return arena_format(arena, "%.*s/bin", (int)(own.size - end), own.at);
}

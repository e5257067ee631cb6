#include "desk.h"

int desk_begin(void **state)
{
    Arena *arena = arena_new();
    Desk *desk = arena_take(arena, 1, sizeof *desk);
    const char *program = getenv("OISIN");
    desk->arena = arena;
    desk->program = program ? program : "build/release/oisin";
    strcpy(desk->folder, "/tmp/oisin_cli_XXXXXX");
    *state = desk;
    return mkdtemp(desk->folder) ? 0 : -1;
}

int desk_end(void **state)
{
    Desk *desk = *state;
    const int status = system(arena_format(desk->arena, "rm -rf %s", desk->folder).at);
    arena_free(desk->arena);
    return status;
}

int sh(Desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(desk->arena, format, arguments);
    va_end(arguments);
    const int status =
        system(arena_format(desk->arena,
                            "program=$(realpath %s); cd %s; export XDG_CACHE_HOME=$PWD/cache; "
                            "oisin() { \"$program\" \"$@\"; }; { %s\n} >out 2>err",
                            desk->program, desk->folder, line.at)
                   .at);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char *content(Desk *desk, const char *name)
{
    FILE *file = fopen(arena_format(desk->arena, "%s/%s", desk->folder, name).at, "rb");
    char *text = arena_take(desk->arena, 1, 1 << 16);
    if (!file)
        return "";
    const size_t size = fread(text, 1, (1 << 16) - 1, file);
    text[size] = 0;
    fclose(file);
    return text;
}

void desk_put(Desk *desk, const char *path, Bytes bytes)
{
    FILE *file = fopen(arena_format(desk->arena, "%s/%s", desk->folder, path).at, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

void expect(Desk *desk, int status, const char *line)
{
    const int got = sh(desk, "%s", line);
    if (got != status)
        fail_msg("%s: status %d, expected %d: %s", line, got, status, content(desk, "err"));
}

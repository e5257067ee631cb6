#include "cli.h"

int cli_begin(void **state)
{
    Arena *arena = arena_new();
    Cli *cli = arena_alloc(arena, 1, sizeof *cli);
    const char *program = getenv("OISIN");
    cli->arena = arena;
    cli->program = program ? program : "build/release/oisin";
    strcpy(cli->folder, "/tmp/oisin_cli_XXXXXX");
    *state = cli;
    return mkdtemp(cli->folder) ? 0 : -1;
}

int cli_end(void **state)
{
    Cli *cli = *state;
    const int status = system(arena_format(cli->arena, "rm -rf %s", cli->folder).at);
    arena_free(cli->arena);
    return status;
}

int sh(Cli *cli, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(cli->arena, format, arguments);
    va_end(arguments);
    const int status =
        system(arena_format(
                   cli->arena,
                   "program=$(realpath %s); cd %s; export XDG_CACHE_HOME=$PWD/cache HOME=$PWD; "
                   "oisin() { \"$program\" \"$@\"; }; { %s\n} >out 2>err",
                   cli->program, cli->folder, line.at)
                   .at);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char *content(Cli *cli, const char *name)
{
    FILE *file = fopen(arena_format(cli->arena, "%s/%s", cli->folder, name).at, "rb");
    char *text = arena_alloc(cli->arena, 1, 1 << 16);
    if (!file)
        return "";
    const size_t size = fread(text, 1, (1 << 16) - 1, file);
    text[size] = 0;
    fclose(file);
    return text;
}

void cli_put(Cli *cli, const char *path, Bytes bytes)
{
    FILE *file = fopen(arena_format(cli->arena, "%s/%s", cli->folder, path).at, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

void expect(Cli *cli, int status, const char *line)
{
    const int got = sh(cli, "%s", line);
    if (got != status)
        fail_msg("%s: status %d, expected %d: %s", line, got, status, content(cli, "err"));
}

#include "cli.h"

#include <signal.h>

int cli_begin(void **state)
{
    Arena *arena = arena_new();
    Cli *cli = arena_alloc(arena, 1, sizeof *cli);
    const char *program = getenv("OISIN");
    cli->arena = arena;
    cli->program = program ? program : "build/release/oisin";
    *state = cli;
    return make_temporary_folder(cli->folder, "oisin-cli") ? 0 : -1;
}

int cli_end(void **state)
{
    Cli *cli = *state;
    const int status = system(arena_format(cli->arena, "rm -rf %s", cli->folder).at);
    arena_free(cli->arena);
    return status;
}

/* Sanitizers end a program with 99: see ASAN_OPTIONS below and in tools/run_test.sh. */
static bool is_fault(int status)
{
    static const int faults[] = {99,           128 + SIGILL, 128 + SIGTRAP, 128 + SIGABRT,
                                 128 + SIGBUS, 128 + SIGFPE, 128 + SIGSEGV};
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        if (status == faults[i])
            return true;
    return false;
}

/* Fails if the line, or a program of it whose status is not that of the line (one in a pipe),
 * has ended by a fault. */
static void fail_on_fault(Cli *cli, const char *line, int status)
{
    const char *path = arena_format(cli->arena, "%s.statuses", cli->folder).at;
    FILE *file = fopen(path, "r");
    while (file && !is_fault(status) && fscanf(file, "%d", &status) == 1)
        continue;
    if (file)
        fclose(file);
    unlink(path);
    if (is_fault(status))
        fail_msg("%s: the program ended by a fault, status %d: %s", line, status,
                 content(cli, "err"));
}

int sh(Cli *cli, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(cli->arena, format, arguments);
    va_end(arguments);
    const int ended =
        system(arena_format(
                   cli->arena,
                   "program=$(realpath %s); cd %s; export XDG_CACHE_HOME=$PWD/cache HOME=$PWD; "
                   "export ASAN_OPTIONS=exitcode=99:handle_sigill=2:$ASAN_OPTIONS; "
                   "oisin() { \"$program\" \"$@\"; set -- $?; "
                   "test $1 -lt 99 || echo $1 >>%s.statuses; return $1; }; { %s\n} >out 2>err",
                   cli->program, cli->folder, cli->folder, line.at)
                   .at);
    const int status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    fail_on_fault(cli, line.at, status);
    return status;
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

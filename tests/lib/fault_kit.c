#include "fault_kit.h"

#include <string.h>

static const char *shim(Cli *cli)
{
    char path[4096];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    assert_true(size > 0);
    path[size] = 0;
    *strrchr(path, '/') = 0;
    return arena_format(cli->arena, "%s/fault_shim.so", path).at;
}

const char *fault_at(Cli *cli, const char *call, unsigned at, const char *more)
{
    return arena_format(cli->arena,
                        "rm -f %s/mark; export LD_PRELOAD=%s "
                        "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 FAULT_CALL=%s "
                        "FAULT_AT=%u FAULT_MARK=%s/mark %s; ",
                        cli->folder, shim(cli), call, at, cli->folder, more)
        .at;
}

bool fault_was_met(Cli *cli) { return sh(cli, "test -e mark") == 0; }

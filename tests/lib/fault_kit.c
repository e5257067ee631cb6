#include "fault_kit.h"

#include <string.h>

static const char *shim(PlayerApp *app)
{
    char path[4096];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    assert_true(size > 0);
    path[size] = 0;
    *strrchr(path, '/') = 0;
    return arena_format(app->arena, "%s/fault_shim.so", path).at;
}

const char *fault_at(PlayerApp *app, const char *call, unsigned at, const char *more)
{
    return arena_format(app->arena,
                        "rm -f %s/mark; export LD_PRELOAD=%s "
                        "ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0 FAULT_CALL=%s "
                        "FAULT_AT=%u FAULT_MARK=%s/mark %s; ",
                        app->folder, shim(app), call, at, app->folder, more)
        .at;
}

bool fault_was_met(PlayerApp *app) { return sh(app, "test -e mark") == 0; }

/* What programs for Windows do not have: parts of the server, which runs on Linux alone. These
 * are the functions that other files call for them. */
#include "cli/serve_beside.h"
#include "server/http/unix_socket.h"

int unix_socket_listen(const char *path, int backlog, UnixSocketFile *file, Report *report)
{
    (void)backlog, (void)file;
    report_error(report, "%s: a server listens at Unix sockets on Linux only", path);
    return -1;
}

void unix_socket_remove(const char *path, const UnixSocketFile *file) { (void)path, (void)file; }

bool unix_socket_may_ask(int descriptor)
{
    (void)descriptor;
    return false;
}

void serve_beside_describe(ServeBeside *server, JsonWriter *json, Arena *arena)
{
    (void)server, (void)arena;
    json_open(json, "server");
    json_put_bool(json, "possible", false);
    json_close(json);
}

bool serve_beside_start(ServeBeside *server, Text address, Arena *arena, Report *report)
{
    (void)server, (void)address, (void)arena;
    return report_error(report, "servers run on Linux only");
}

void serve_beside_end(ServeBeside *server) { (void)server; }

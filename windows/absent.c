/* What programs for Windows do not have: parts of the server, which runs on Linux alone. These
 * are the functions that other files call for them. */
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

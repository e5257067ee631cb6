/* Parts, in order: addresses; listening; clients; the folder of sockets. */
#include "server/http/unix_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* ---- addresses ---- */

static bool address_of(const char *path, struct sockaddr_un *out, Report *report)
{
    const size_t size = strlen(path);
    *out = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (!size)
        return report_error(report, "the path of the socket is empty");
    if (size >= sizeof out->sun_path)
        return report_error(report,
                            "%s: the path of a socket has at most %zu bytes, this one has %zu",
                            path, sizeof out->sun_path - 1, size);
    memcpy(out->sun_path, path, size);
    return true;
}

/* `out` has the size of sun_path. */
static void folder_of(const struct sockaddr_un *address, char *out)
{
    memcpy(out, address->sun_path, sizeof address->sun_path);
    char *slash = strrchr(out, '/');
    if (slash)
        slash[slash == out] = 0;
    else
        strcpy(out, ".");
}

/* Returns a connected descriptor, or -1 with errno. `seconds` 0: it does not block. */
static int connect_to(const struct sockaddr_un *address, unsigned seconds)
{
    const struct timeval wait = {.tv_sec = seconds};
    const int descriptor =
        socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (seconds ? 0 : SOCK_NONBLOCK), 0);
    if (descriptor < 0 ||
        (setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait) == 0 &&
         setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait) == 0 &&
         connect(descriptor, (const struct sockaddr *)address, sizeof *address) == 0))
        return descriptor;
    const int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

static bool peer_of(int descriptor, struct ucred *out)
{
    socklen_t size = sizeof *out;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, out, &size) == 0;
}

bool unix_socket_may_ask(int descriptor)
{
    struct ucred peer;
    return peer_of(descriptor, &peer) && (peer.uid == geteuid() || peer.uid == 0);
}

int unix_socket_listener(const char *path)
{
    Report silent = report_to(NULL, NULL);
    struct sockaddr_un address;
    struct ucred peer;
    const int descriptor = address_of(path, &address, &silent) ? connect_to(&address, 0) : -1;
    if (descriptor < 0)
        return 0;
    const bool known = peer_of(descriptor, &peer);
    close(descriptor);
    return known ? peer.pid : 0;
}

bool unix_socket_is_used(const char *path)
{
    Report silent = report_to(NULL, NULL);
    struct sockaddr_un address;
    if (!address_of(path, &address, &silent))
        return false;
    const int descriptor = connect_to(&address, 0);
    if (descriptor < 0)
        return errno != ECONNREFUSED && errno != ENOENT && errno != ENOTDIR;
    close(descriptor);
    return true;
}

/* ---- listening ---- */

static bool is_socket(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISSOCK(info.st_mode);
}

/* Whether nobody listens there any more. A full queue (EAGAIN) is that of a server that runs.
 */
static bool is_stale(const struct sockaddr_un *address)
{
    const int descriptor = connect_to(address, 0);
    const bool stale = descriptor < 0 && errno == ECONNREFUSED;
    if (descriptor >= 0)
        close(descriptor);
    return stale && is_socket(address->sun_path);
}

static bool bind_to(int descriptor, const struct sockaddr_un *address)
{
    const struct sockaddr *at = (const struct sockaddr *)address;
    if (bind(descriptor, at, sizeof *address) == 0)
        return true;
    if (errno != EADDRINUSE)
        return false;
    if (!is_stale(address)) {
        errno = EADDRINUSE;
        return false;
    }
    return unlink(address->sun_path) == 0 && bind(descriptor, at, sizeof *address) == 0;
}

/* With the reason in errno. */
static void report_failure(const char *path, Report *report)
{
    const int error = errno;
    const char *why = error == EWOULDBLOCK  ? "another program has locked the folder"
                      : error != EADDRINUSE ? strerror(error)
                      : is_socket(path)     ? "another server listens there"
                                            : "the file exists, and is not a socket";
    report_error(report, "cannot listen at %s: %s", path, why);
}

/* Locks the folder of the socket, for a moment of one server. Returns the descriptor to close,
 * or -1 with errno. In a folder like /tmp, anyone could keep the lock: it is not waited for
 * without end. */
static int lock_folder(const struct sockaddr_un *address)
{
    enum { TRIES = 100, PAUSE = 10 * 1000000 /* ns */ };
    char folder[sizeof address->sun_path];
    folder_of(address, folder);
    const int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return -1;
    for (unsigned i = 0; i < TRIES; i++) {
        if (flock(lock, LOCK_EX | LOCK_NB) == 0)
            return lock;
        nanosleep(&(struct timespec){.tv_nsec = PAUSE}, NULL);
    }
    close(lock);
    errno = EWOULDBLOCK;
    return -1;
}

static bool find_file(const char *path, UnixSocketFile *out)
{
    struct stat info;
    if (lstat(path, &info) < 0)
        return false;
    *out = (UnixSocketFile){info.st_dev, info.st_ino};
    return true;
}

/* Returns the descriptor, or -1 with errno. */
static int listen_to(const struct sockaddr_un *address, int backlog, UnixSocketFile *file)
{
    const int lock = lock_folder(address);
    if (lock < 0)
        return -1;
    const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    /* The file gets the mode of the descriptor: there is no moment with another one. */
    const bool ok = descriptor >= 0 && fchmod(descriptor, 0600) == 0 &&
                    bind_to(descriptor, address) && listen(descriptor, backlog) == 0 &&
                    find_file(address->sun_path, file);
    const int error = errno;
    close(lock);
    if (ok)
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    errno = error;
    return -1;
}

int unix_socket_listen(const char *path, int backlog, UnixSocketFile *file, Report *report)
{
    struct sockaddr_un address;
    UnixSocketFile own;
    if (!address_of(path, &address, report))
        return -1;
    const int descriptor = listen_to(&address, backlog, file ? file : &own);
    if (descriptor < 0)
        report_failure(path, report);
    return descriptor;
}

/* Without the lock, if it cannot be had: the end of a server does not wait for others. */
void unix_socket_remove(const char *path, const UnixSocketFile *file)
{
    Report silent = report_to(NULL, NULL);
    struct sockaddr_un address;
    UnixSocketFile found;
    if (!address_of(path, &address, &silent))
        return;
    const int lock = lock_folder(&address);
    if (find_file(path, &found) && found.device == file->device && found.number == file->number)
        unlink(path);
    if (lock >= 0)
        close(lock);
}

bool unix_socket_check(const char *path, Report *report)
{
    struct sockaddr_un address;
    struct stat info;
    char folder[sizeof address.sun_path];
    if (!address_of(path, &address, report))
        return false;
    folder_of(&address, folder);
    if (lstat(path, &info) == 0 && !S_ISSOCK(info.st_mode))
        return report_error(report, "cannot listen at %s: the file exists, and is not a socket",
                            path);
    return access(folder, W_OK | X_OK) == 0 ||
           report_error(report, "cannot listen at %s: %s", path, strerror(errno));
}

/* ---- clients ---- */

int unix_socket_connect(const char *path, unsigned seconds, Report *report)
{
    struct sockaddr_un address;
    if (!address_of(path, &address, report))
        return -1;
    const int descriptor = connect_to(&address, seconds);
    if (descriptor < 0)
        report_error(report, "cannot connect to %s: %s", path,
                     errno == ENOENT || errno == ECONNREFUSED ? "no server listens there"
                     : errno == EAGAIN                        ? "no answer in time"
                                                              : strerror(errno));
    return descriptor;
}

/* ---- the folder of sockets ---- */

static bool is_private(const struct stat *info)
{
    return S_ISDIR(info->st_mode) && info->st_uid == geteuid() &&
           (info->st_mode & ACCESSPERMS) == S_IRWXU;
}

bool unix_socket_folder_is_private(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && is_private(&info);
}

bool unix_socket_folder_check(const char *path, Report *report)
{
    struct stat info;
    if (lstat(path, &info) < 0)
        return errno == ENOENT || report_error(report, "%s: %s", path, strerror(errno));
    return is_private(&info) ||
           report_error(report, "%s: expected a folder of this user with mode 0700", path);
}

bool unix_socket_folder_make(const char *path, Report *report)
{
    if (mkdir(path, S_IRWXU) < 0 && errno != EEXIST)
        return report_error(report, "%s: %s", path, strerror(errno));
    return unix_socket_folder_check(path, report);
}

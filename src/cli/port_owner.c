/* Parts, in order: sockets that listen; the processes that have them open. A relative path
 * after --config is resolved in the working directory of that process. */
#include "cli/port_owner.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SOCKETS_MAX = 16, PATH_SIZE = 4200, ARGUMENTS_SIZE = 64 << 10 };

/* ---- sockets that listen ---- */

static bool is_any(const WireAddress *address)
{
    static const uint8_t zero[sizeof address->address];
    return !memcmp(address->address, zero, sizeof zero);
}

bool ports_overlap(const WireAddress *a, const WireAddress *b)
{
    if (!a->port || a->port != b->port)
        return false;
    if (a->family != b->family) /* [::] includes IPv4 */
        return is_any(a->family == 6 ? a : b);
    return is_any(a) || is_any(b) || !memcmp(a->address, b->address, sizeof a->address);
}

/* "0100007F:1151": words of 32 bits in the order of memory. */
static bool read_socket_address(const char *text, WireAddress *out)
{
    const size_t size = strcspn(text, ":") / 2;
    uint8_t bytes[16] = {0};
    unsigned port;
    if ((size != 4 && size != 16) || sscanf(text + 2 * size, ":%4x", &port) != 1)
        return false;
    for (size_t i = 0; i < size; i += 4) {
        unsigned word;
        if (sscanf(text + 2 * i, "%8x", &word) != 1)
            return false;
        memcpy(bytes + i, &(uint32_t){word}, 4);
    }
    *out = wire_address_of(size == 4 ? 4 : 6, bytes, (uint16_t)port);
    return true;
}

/* Adds the numbers of sockets that listen at the address. */
static size_t find_sockets(const char *path, const WireAddress *wanted, unsigned long *out,
                           size_t count)
{
    enum { LISTENING = 10 };
    char line[512], text[64];
    unsigned state;
    unsigned long inode;
    WireAddress address;
    FILE *file = fopen(path, "re");
    while (file && count < SOCKETS_MAX && fgets(line, sizeof line, file))
        if (sscanf(line, " %*d: %63s %*s %x %*s %*s %*s %*s %*s %lu", text, &state, &inode) ==
                3 &&
            state == LISTENING && read_socket_address(text, &address) &&
            ports_overlap(&address, wanted))
            out[count++] = inode;
    if (file)
        fclose(file);
    return count;
}

/* ---- processes ---- */

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return a && b && stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

/* The name of a process's program, also if it was replaced since. */
static bool program_name(int process, char *out, size_t size)
{
    char link[64], path[PATH_SIZE];
    snprintf(link, sizeof link, "/proc/%d/exe", process);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return false;
    path[length] = 0;
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%.200s", slash ? slash + 1 : path);
    out[strcspn(out, " ")] = 0; /* " (deleted)" */
    return true;
}

static bool is_this_program(int process)
{
    char own[256], other[256];
    return program_name(getpid(), own, sizeof own) &&
           program_name(process, other, sizeof other) && !strcmp(own, other);
}

/* Whether the process was started with `--config FILE`. */
static bool has_config(int process, const char *config)
{
    static const char option[] = "--config";
    static char words[ARGUMENTS_SIZE];
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "/proc/%d/cmdline", process);
    FILE *file = config ? fopen(path, "rbe") : NULL;
    if (!file)
        return false;
    const size_t size = fread(words, 1, sizeof words - 1, file);
    fclose(file);
    words[size] = 0;
    bool found = false;
    for (const char *word = words; word < words + size && !found; word += strlen(word) + 1) {
        if (strncmp(word, option, sizeof option - 1) != 0)
            continue;
        const char *given = word + sizeof option - 1;
        given = *given == '=' ? given + 1 : given + 1 < words + size ? given + 1 : "";
        snprintf(path, sizeof path, "/proc/%d/cwd/%s", process, given);
        found = is_same_file(*given == '/' ? given : path, config);
    }
    return found;
}

/* What a process has open. */
typedef struct Opened {
    bool socket, state;
} Opened;

static Opened look_at_files(int process, unsigned long socket, const char *state)
{
    Opened out = {false, false};
    char folder[64], path[400], link[64], wanted[64];
    snprintf(folder, sizeof folder, "/proc/%d/fd", process);
    snprintf(wanted, sizeof wanted, "socket:[%lu]", socket);
    DIR *handle = opendir(folder);
    for (const struct dirent *entry; handle && (entry = readdir(handle));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        const ssize_t size = readlink(path, link, sizeof link - 1);
        if (size <= 0)
            continue;
        link[size] = 0;
        out.socket |= !strcmp(link, wanted);
        out.state |= is_same_file(path, state);
    }
    if (handle)
        closedir(handle);
    return out;
}

bool process_is_server(int process, const char *config, const char *state)
{
    return is_this_program(process) &&
           (look_at_files(process, 0, state).state || has_config(process, config));
}

static PortOwner owner_of(unsigned long socket, const char *config, const char *state)
{
    PortOwner owner = PORT_OTHER;
    DIR *processes = opendir("/proc");
    for (const struct dirent *entry; processes && (entry = readdir(processes));) {
        const int process = atoi(entry->d_name); /* 0: not that of a process */
        if (process <= 0 || process == getpid())
            continue;
        const Opened opened = look_at_files(process, socket, state);
        if (!opened.socket)
            continue;
        if (is_this_program(process) && (opened.state || has_config(process, config)))
            owner = PORT_SERVER;
        else if (process == 1 && owner == PORT_OTHER)
            owner = PORT_SYSTEMD;
    }
    if (processes)
        closedir(processes);
    return owner;
}

PortOwner port_owner(const WireAddress *address, const char *config, const char *state)
{
    unsigned long sockets[SOCKETS_MAX];
    size_t count = find_sockets("/proc/net/tcp", address, sockets, 0);
    count = find_sockets("/proc/net/tcp6", address, sockets, count);
    PortOwner all = count ? PORT_SERVER : PORT_OTHER;
    for (size_t i = 0; i < count && all != PORT_OTHER; i++) {
        const PortOwner owner = owner_of(sockets[i], config, state);
        all = owner == PORT_SERVER ? all : owner;
    }
    return all;
}

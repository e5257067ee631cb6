/* Parts, in order: addresses; the process; what it has printed; as JSON. Not on Windows, where
 * windows/absent.c has these functions. */
#include "cli/serve_beside.h"

#include "base/folders.h"
#include "base/system/files.h"
#include "base/system/process.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <signal.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- addresses ---- */

static const char this_computer[] = "127.0.0.1";

/* This computer's, first the one that no other can reach. */
static size_t own_addresses(Text **out, Arena *arena)
{
    size_t count = 0;
    struct ifaddrs *all = NULL;
    *out = NULL;
    *ARENA_PUSH(arena, *out, count) = text_of(this_computer);
    if (getifaddrs(&all) < 0)
        return count;
    for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
        char digits[INET_ADDRSTRLEN];
        const struct sockaddr_in *in = (const void *)one->ifa_addr;
        if (!in || in->sin_family != AF_INET || !(one->ifa_flags & IFF_UP) ||
            (one->ifa_flags & IFF_LOOPBACK) ||
            !inet_ntop(AF_INET, &in->sin_addr, digits, sizeof digits))
            continue;
        *ARENA_PUSH(arena, *out, count) = arena_text(arena, text_of(digits));
    }
    freeifaddrs(all);
    return count;
}

static bool is_own(Text address, Arena *arena)
{
    Text *all;
    const size_t count = own_addresses(&all, arena);
    for (size_t i = 0; i < count; i++)
        if (text_equal(all[i], address))
            return true;
    return false;
}

/* The usual port of pages of servers if it is free, so that the address of the page stays the
 * same after a restart; otherwise any. */
static unsigned port_for(const char *address)
{
    enum { USUAL = 8443 };
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(USUAL)};
    const int one = 1, descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return 0;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    const bool is_free = inet_pton(AF_INET, address, &at.sin_addr) == 1 &&
                         bind(descriptor, (const void *)&at, sizeof at) == 0;
    close(descriptor);
    return is_free ? USUAL : 0;
}

/* ---- the process ---- */

static const char *file_of(const ServeBeside *server, const char *name, Arena *arena)
{
    return arena_format(arena, "%s/%s", server->folder, name).at;
}

/* In the new process, between fork() and exec(): system calls only. It ends with this program,
 * however that ends, and has its own group: Ctrl-C and a closed terminal are for this
 * program, which then ends it. */
static noreturn void become(const char *const *arguments, int input, int output, pid_t parent)
{
    enum { FAILED = 127 };
    setpgid(0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent &&
        dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(output, STDERR_FILENO) >= 0)
        execv(arguments[0], (char *const *)(uintptr_t)arguments);
    _exit(FAILED);
}

/* What it prints goes into a file, which only the author can read. */
static Process start(const char *const *arguments, const char *path)
{
    enum { OWNER_ONLY = 0600 };
    const int input = open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int output = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, OWNER_ONLY);
    const pid_t parent = getpid();
    const pid_t child = input >= 0 && output >= 0 ? fork() : -1;
    if (child == 0)
        become(arguments, input, output, parent);
    if (input >= 0)
        close(input);
    if (output >= 0)
        close(output);
    return child > 0 ? child : 0;
}

bool serve_beside_start(ServeBeside *server, Text address, Arena *arena, Report *report)
{
    char program[PATH_SIZE];
    if (server->process && !process_is_done(server->process))
        return report_error(report, "the server is running already");
    server->process = 0;
    server->failed = false;
    if (!is_own(address, arena))
        return report_error(report, "\"%.*s\" is not an address of this computer",
                            (int)address.size, address.at);
    const char *host = arena_text(arena, address).at;
    const char *const arguments[] = {
        program,
        "serve",
        server->project,
        "--listen",
        arena_format(arena, "%s:0", host).at,
        "--web",
        arena_format(arena, "%s:%u", host, port_for(host)).at,
        "--state",
        file_of(server, "server.db", arena),
        "--log-level",
        "warning",
        NULL,
    };
    if (!folder_make(server->folder, report))
        return false;
    server->process = program_file(program, sizeof program)
                          ? start(arguments, file_of(server, "printed.txt", arena))
                          : 0;
    return server->process || report_error(report, "the server cannot be started");
}

void serve_beside_end(ServeBeside *server)
{
    if (server->process && !process_is_done(server->process))
        process_stop(server->process);
    server->process = 0;
    server->failed = false;
}

/* ---- what it has printed ---- */

static Text printed(const ServeBeside *server, Arena *arena)
{
    Bytes bytes = {0};
    Report silent = report_to(NULL, NULL);
    file_load(file_of(server, "printed.txt", arena), &bytes, arena, &silent);
    return text_of_bytes(bytes);
}

/* The address of the page, after a line that ends: then the server listens. */
static Text page_address(Text text)
{
    static const char start_of_line[] = "in a browser: ";
    Text rest = text, line;
    while (text_line(&rest, &line))
        if (text_starts(line, start_of_line) && line.at + line.size < text.at + text.size)
            return text_slice(line, strlen(start_of_line), line.size);
    return TEXT("");
}

static Text last_line(Text text)
{
    Text rest = text, line, last = TEXT("");
    while (text_line(&rest, &line))
        if (text_trimmed(line).size)
            last = text_trimmed(line);
    return last;
}

/* ---- as JSON ---- */

static void put_addresses(JsonWriter *json, Arena *arena)
{
    Text *all;
    const size_t count = own_addresses(&all, arena);
    json_open_list(json, "addresses");
    for (size_t i = 0; i < count; i++) {
        json_open(json, NULL);
        json_put_text(json, "address", all[i]);
        json_put_text(json, "reach",
                      text_of(text_is(all[i], this_computer) ? "computer" : "network"));
        json_close(json);
    }
    json_close_list(json);
}

/* Returns why there is none. */
static Text put_code(JsonWriter *json, Text address, Arena *arena)
{
    const Text *rows = NULL;
    size_t count = 0;
    Messages messages = {.arena = arena};
    Report report = report_to(messages_sink, &messages);
    if (address.size)
        serve_code(address, &rows, &count, arena, &report);
    json_open_list(json, "code");
    for (size_t i = 0; i < count; i++)
        json_put_text(json, NULL, rows[i]);
    json_close_list(json);
    return messages.count ? messages.items[0].text : TEXT("");
}

void serve_beside_describe(ServeBeside *server, JsonWriter *json, Arena *arena)
{
    if (server->process && process_is_done(server->process)) {
        server->process = 0;
        server->failed = true;
    }
    const Text text = server->process || server->failed ? printed(server, arena) : TEXT("");
    const Text address = server->process ? page_address(text) : TEXT("");
    json_open(json, "server");
    json_put_bool(json, "possible", true);
    put_addresses(json, arena);
    json_put_bool(json, "running", server->process != 0);
    json_put_text(json, "address", address);
    const Text no_code = put_code(json, address, arena);
    json_put_text(json, "problem", server->failed ? last_line(text) : no_code);
    json_close(json);
}

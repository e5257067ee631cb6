/* Parts, in order: sockets from systemd; notifications. The watchdog is notified three times
 * per interval, so that one late tick does not end the server. */
#include "cli/systemd_service.h"

#include <stdlib.h>
#include <systemd/sd-daemon.h>
#include <time.h>

/* Without FileDescriptorName=, systemd passes the name of the socket's unit, or "unknown". */
static int *place_of(ServerSockets *sockets, const char *name, int count)
{
    if (!strcmp(name, "game") || (count == 1 && !strcmp(name, "unknown")) ||
        (count == 1 && strstr(name, ".socket")))
        return &sockets->game;
    return !strcmp(name, "web") ? &sockets->web : NULL;
}

static bool take_sockets(char *const *names, int count, ServerSockets *out, Report *report)
{
    for (int i = 0; i < count; i++) {
        int *place = place_of(out, names[i], count);
        if (!place || *place)
            return report_error(report,
                                "socket \"%s\" of systemd: expected FileDescriptorName=game "
                                "or web, each once",
                                names[i]);
        *place = SD_LISTEN_FDS_START + i;
    }
    return true;
}

bool service_sockets(ServerSockets *out, Report *report)
{
    char **names = NULL;
    *out = (ServerSockets){0};
    const int count = sd_listen_fds_with_names(1, &names);
    const bool ok = count >= 0
                        ? take_sockets(names, count, out, report)
                        : report_error(report, "the sockets of systemd cannot be used: %s",
                                       strerror(-count));
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return ok;
}

void service_ready(void) { sd_notify(0, "READY=1"); }

void service_stopping(void) { sd_notify(0, "STOPPING=1"); }

static uint64_t microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

void service_reloading(void)
{
    sd_notifyf(0, "RELOADING=1\nMONOTONIC_USEC=%llu", (unsigned long long)microseconds());
}

void service_alive(void)
{
    static uint64_t interval, last;
    static bool known;
    if (!known && sd_watchdog_enabled(0, &interval) <= 0)
        interval = 0;
    known = true;
    const uint64_t now = microseconds();
    if (!interval || now - last < interval / 3)
        return;
    last = now;
    sd_notify(0, "WATCHDOG=1");
}

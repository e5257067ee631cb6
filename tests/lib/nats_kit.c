#include "nats_kit.h"

const char *nats_program(void)
{
    static const char *const places[] = {"/usr/sbin/nats-server", "/usr/bin/nats-server",
                                         "/usr/local/bin/nats-server"};
    for (size_t i = 0; i < COUNT_OF(places); i++)
        if (access(places[i], X_OK) == 0)
            return places[i];
    return NULL;
}

double nats_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static _Noreturn void nats_run(const Nats *nats)
{
    char port[16];
    const char *words[8 + NATS_SETTINGS] = {
        "nats-server", "-a", "127.0.0.1", "-p", port, "--ports_file_dir", nats->folder};
    size_t count = 7;
    snprintf(port, sizeof port, "%d", nats->port ? (int)nats->port : -1);
    for (size_t i = 0; i < NATS_SETTINGS && nats->settings[i]; i++)
        words[count++] = nats->settings[i];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(nowhere, i);
    execv(nats_program(), (char **)words);
    _exit(127);
}

/* Its port, from the file that it writes when it is ready; 0 not yet. */
static unsigned nats_read_port(const Nats *nats)
{
    char path[128], text[256] = "";
    snprintf(path, sizeof path, "%s/nats-server_%d.ports", nats->folder, (int)nats->pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    const size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    const char *colon = strrchr(text, ':');
    return size && colon && strchr(text, ']') ? (unsigned)atoi(colon + 1) : 0;
}

bool nats_start(Nats *nats)
{
    if (!nats->folder[0]) {
        assert_true(make_temporary_folder(nats->folder, "oisin-nats"));
    }
    nats->pid = fork();
    assert_true(nats->pid >= 0);
    if (nats->pid == 0)
        nats_run(nats);
    const double end = nats_seconds() + NATS_WAIT;
    unsigned port = 0;
    while (!(port = nats_read_port(nats)) && nats_seconds() < end) {
        if (waitpid(nats->pid, NULL, WNOHANG) == nats->pid) {
            nats->pid = 0;
            return false;
        }
        usleep(2000);
    }
    nats->port = port;
    return port != 0;
}

void nats_kill(Nats *nats)
{
    if (nats->pid > 0) {
        kill(nats->pid, SIGKILL);
        waitpid(nats->pid, NULL, 0);
    }
    nats->pid = 0;
}

void nats_end(Nats *nats)
{
    nats_kill(nats);
    DIR *folder = nats->folder[0] ? opendir(nats->folder) : NULL;
    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(nats->folder);
    nats->folder[0] = 0;
}

Text nats_address(const Nats *nats, const char *user, Arena *arena)
{
    return arena_format(arena, "nats://%s127.0.0.1:%u", user, nats->port);
}

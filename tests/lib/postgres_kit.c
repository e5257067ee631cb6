#include "postgres_kit.h"

struct Postgres postgres = {.process = -1};

/* ---- running its programs ---- */

/* In a child: as somebody who may run it, without its noise, ended when its parent is. */
static void postgres_become(void)
{
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    const int nothing = open("/dev/null", O_RDWR);
    if (user && (setgid(user->pw_gid) || setuid(user->pw_uid)))
        _exit(126);
    for (int i = 0; i < 3; i++)
        dup2(nothing, i);
    for (int i = 3; i < 256; i++)
        close(i);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
}

static pid_t postgres_start_program(const char *name, const char *const *arguments)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", postgres.programs, name);
    const pid_t child = fork();
    if (child == 0) {
        postgres_become();
        execv(path, (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    return child;
}

static bool postgres_is_installed(void)
{
    glob_t found;
    bool ok = false;
    if (glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found) == 0) {
        const char *path = found.gl_pathv[found.gl_pathc - 1];
        snprintf(postgres.programs, sizeof postgres.programs, "%.*s",
                 (int)(strrchr(path, '/') - path), path);
        ok = geteuid() != 0 || getpwnam("postgres");
    }
    globfree(&found);
    return ok;
}

/* ---- the database ---- */

void postgres_address(char *out, size_t size, const char *place, const char *schema)
{
    if (*place)
        snprintf(out, size,
                 "postgres://oisin@%s/postgres?sslmode=disable&options=-csearch_path%%3D%s",
                 place, schema);
    else
        snprintf(out, size, "postgres://oisin@/postgres?host=%s&options=-csearch_path%%3D%s",
                 postgres.folder, schema);
}

PGconn *postgres_connect(const char *schema)
{
    char address[300];
    postgres_address(address, sizeof address, "", schema);
    return PQconnectdb(address);
}

static void postgres_start(void)
{
    char data[FOLDER_SIZE + 8];
    snprintf(data, sizeof data, "%s/data", postgres.folder);
    const char *const arguments[] = {
        "postgres", "-D", data, "-k", postgres.folder, "-c", "listen_addresses=", NULL};
    postgres.process = postgres_start_program("postgres", arguments);
    assert_true(postgres.process > 0);
}

void postgres_restart(void)
{
    for (int i = 0; i < POSTGRES_PATIENCE * 20; i++) {
        int status;
        if (postgres.process < 0 ||
            waitpid(postgres.process, &status, WNOHANG) == postgres.process)
            postgres_start();
        PGconn *connection = postgres_connect("public");
        const bool ok = PQstatus(connection) == CONNECTION_OK;
        PQfinish(connection);
        if (ok)
            return;
        poll(NULL, 0, 50);
    }
    fail_msg("PostgreSQL does not start");
}

/* Its processes: children of the first one. */
static size_t postgres_children(pid_t *out, size_t max)
{
    glob_t found;
    size_t count = 0;
    if (glob("/proc/[0-9]*/stat", 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && count < max; i++) {
            int process, parent;
            FILE *file = fopen(found.gl_pathv[i], "r");
            if (!file)
                continue;
            if (fscanf(file, "%d (%*[^)]) %*c %d", &process, &parent) == 2 &&
                parent == postgres.process)
                out[count++] = process;
            fclose(file);
        }
    globfree(&found);
    return count;
}

void postgres_kill(void)
{
    pid_t children[256];
    int status;
    kill(postgres.process, SIGSTOP); /* it makes no further ones */
    const size_t count = postgres_children(children, 256);
    kill(postgres.process, SIGKILL);
    for (size_t i = 0; i < count; i++)
        kill(children[i], SIGKILL);
    waitpid(postgres.process, &status, 0);
    postgres.process = -1;
}

/* ---- setting up and tearing down ---- */

static void postgres_remove_folder(void)
{
    int status;
    const pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", "--", postgres.folder, (char *)NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
}

/* Whatever happens to the program: the other end of `alive` is closed then. */
static void postgres_guard(void)
{
    int ends[2];
    char nothing, path[FOLDER_SIZE + 24];
    assert_int_equal(pipe(ends), 0);
    postgres.alive = ends[1];
    postgres.guardian = fork();
    if (postgres.guardian != 0) {
        close(ends[0]);
        return;
    }
    close(ends[1]);
    signal(SIGINT, SIG_IGN); /* which may be for all of a group */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    while (read(ends[0], &nothing, 1) > 0)
        ;
    /* It ends by itself (postgres_become), and takes this file away. */
    snprintf(path, sizeof path, "%s/data/postmaster.pid", postgres.folder);
    for (int i = 0; i < 200 && access(path, F_OK) == 0; i++)
        poll(NULL, 0, 50);
    postgres_remove_folder();
    _exit(0);
}

bool postgres_set_up(void)
{
    char data[FOLDER_SIZE + 8];
    int status = 1;
    if (!postgres_is_installed()) {
        print_message("skipped: tests of PostgreSQL (package postgresql), which is not here\n");
        return false;
    }
    assert_true(make_temporary_folder(postgres.folder, "oisin-pg"));
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    if (user)
        assert_int_equal(chown(postgres.folder, user->pw_uid, user->pw_gid), 0);
    postgres_guard();
    snprintf(data, sizeof data, "%s/data", postgres.folder);
    const char *const arguments[] = {"initdb", "-A",         "trust",     "-U", "oisin", "-E",
                                     "UTF8",   "--locale=C", "--no-sync", "-D", data,    NULL};
    const pid_t child = postgres_start_program("initdb", arguments);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0)
        fail_msg("initdb fails: %d", status);
    postgres_restart();
    return true;
}

void postgres_tear_down(void)
{
    int status;
    if (postgres.process > 0) {
        kill(postgres.process, SIGQUIT);
        waitpid(postgres.process, &status, 0);
    }
    close(postgres.alive);
    waitpid(postgres.guardian, &status, 0);
}

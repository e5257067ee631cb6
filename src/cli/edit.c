/* edit: the editor of projects in a browser. */
#include "base/folders.h"
#include "base/html.h"
#include "cli/browser.h"
#include "cli/command.h"
#include "cli/edit_files.h"
#include "cli/listen.h"
#include "authoring/editor/editor.h"
#include "kit/home.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static int run(Invocation *invocation, Editor *editor, const HttpServerOptions *wanted)
{
    enum { TURN = 20 /* ms */ };
    const HttpHandler handler = {.context = editor, .changes = true, .answer = editor_answer};
    HttpServer *server = http_server_new(&handler, wanted, &invocation->report);
    bool ok = server != NULL;
    if (server) {
        const Text address = http_server_address(server);
        printf("%.*s\n", (int)address.size, address.at);
        fflush(stdout);
        if (!option_given(invocation, OPTION_no_browser))
            open_in_browser(address.at);
        while (!interrupted && (ok = http_server_turn(server, TURN)))
            if (editor_turn(editor))
                http_server_wake(server);
        http_server_free(server);
    }
    return ok || interrupted ? EXIT_DONE : EXIT_FAILED;
}

/* What is not a project: the sentence says what to do. */
static bool is_project(Invocation *invocation, const char *given, Arena *arena)
{
    const char *config = arena_format(arena, "%s/config", given).at;
    if (access(given, F_OK) != 0)
        return report_error(&invocation->report, "%s: %s", given, strerror(errno));
    if (!is_folder(given))
        return report_error(&invocation->report,
                            "%s is not a project; `oisin unpack` makes one of a game, and a "
                            "workspace of an archive",
                            given);
    return access(config, R_OK) == 0 ||
           report_error(&invocation->report,
                        "%s is not a project: it has no file config; `oisin new` makes one",
                        given);
}

int command_edit(Invocation *invocation)
{
    const struct sigaction action = {.sa_handler = on_signal};
    HttpServerOptions wanted = {0};
    EditFiles files;
    Arena *arena = arena_new();
    int status = EXIT_FAILED;
    const char *given = home_find_project(invocation->arguments[0], arena);
    if (is_project(invocation, given, arena) &&
        option_listen(invocation, OPTION_listen, &wanted.address, &wanted.port, arena)) {
        const EditorHost host =
            edit_host(&files, given, option_given(invocation, OPTION_read_only), arena);
        if (!files.pages) {
            report_error(&invocation->report,
                         "the files of the page are not installed: share/oisin/edit");
        } else {
            Editor *editor = editor_new(&host);
            sigaction(SIGINT, &action, NULL);
            sigaction(SIGTERM, &action, NULL);
            status = run(invocation, editor, &wanted);
            editor_free(editor);
        }
    }
    arena_free(arena);
    return status;
}

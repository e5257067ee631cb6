/* edit: the editor of projects and workspaces in a browser. */
#include "base/html.h"
#include "base/mapped_file.h"
#include "base/system/files.h"
#include "base/system/signals.h"
#include "cli/browser.h"
#include "cli/invocation.h"
#include "cli/edit_files.h"
#include "cli/edit_models.h"
#include "cli/edit_publish.h"
#include "cli/edit_start.h"
#include "cli/edit_target.h"
#include "cli/edit_workspace.h"
#include "cli/listen_options.h"
#include "studio/editor/editor.h"
#include "tirnanog/jobs/projects_home.h"
#include "kit/jobs/job_recovery.h"

/* Who answers: the page at the start, later the editor. */
typedef struct EditServer {
    EditStart start;
    Editor *editor;     /* NULL: no project was chosen yet */
    HttpServer *server; /* NULL: it has not begun */
    const HttpServerOptions *wanted;
} EditServer;

static void answer(void *context, const HttpRequest *request, HttpAnswer *answer, Arena *arena)
{
    EditServer *serving = context;
    if (serving->editor)
        editor_answer(serving->editor, request, answer, arena);
    else
        edit_start_answer(&serving->start, request, answer, arena);
}

static bool begin(Invocation *invocation, EditServer *serving)
{
    const HttpHandler handler = {.context = serving, .changes = true, .answer = answer};
    serving->server = http_server_new(&handler, serving->wanted, &invocation->report);
    if (!serving->server)
        return false;
    const Text address = http_server_address(serving->server);
    printf("%.*s\n", (int)address.size, address.at);
    fflush(stdout);
    if (!option_given(invocation, OPTION_no_browser))
        open_in_browser(address.at);
    return true;
}

enum { TURN = 20 /* ms */ };

static int run(Invocation *invocation, EditServer *serving)
{
    bool ok = serving->server || begin(invocation, serving);
    while (ok && !interrupted() && (ok = http_server_turn(serving->server, TURN)))
        if (editor_turn(serving->editor))
            http_server_wake(serving->server);
    return ok || interrupted() ? EXIT_DONE : EXIT_FAILED;
}

static int serve(Invocation *invocation, const EditTarget *target, EditServer *serving,
                 Arena *arena)
{
    EditFiles files;
    EditWorkspace workspace = {0};
    EditModels models;
    EditPublish publish;
    int status = EXIT_FAILED;
    recover_before("edit", &(GivenPaths){.arguments = &target->folder, .argument_count = 1},
                   &invocation->report);
    if (target->is_workspace &&
        !edit_workspace_open(&workspace, target->folder, target->output, &invocation->report))
        return EXIT_FAILED;
    EditorHost host =
        edit_host(&files, target->folder, option_given(invocation, OPTION_read_only), arena);
    host.workspace = target->is_workspace ? &workspace.editor : NULL;
    edit_models_open(&models, &host, target->is_workspace ? &workspace.edit : NULL);
    edit_publish_open(&publish, &host, files.root, arena);
    if (!files.pages) {
        report_error(&invocation->report,
                     "the files of the page are not installed: share/oisin/edit");
    } else {
        serving->editor = editor_new(&host);
        interrupt_note(true);
        status = run(invocation, serving);
        http_server_free(serving->server);
        serving->server = NULL;
        editor_free(serving->editor);
    }
    edit_publish_close(&publish);
    edit_models_close(&models);
    edit_workspace_close(&workspace);
    return status;
}

/* A folder that cannot be written needs no lock. */
static int serve_alone(Invocation *invocation, const EditTarget *target, EditServer *serving,
                       Arena *arena)
{
    if (option_given(invocation, OPTION_read_only) || !file_is_writable(target->folder))
        return serve(invocation, target, serving, arena);
    const int lock = edit_lock(target->folder, &invocation->report);
    if (lock < 0)
        return EXIT_FAILED;
    const int status = serve(invocation, target, serving, arena);
    file_close(lock);
    return status;
}

/* Without an argument: the page of projects and templates, until one of them is chosen. */
static bool choose(Invocation *invocation, EditServer *serving, Arena *arena)
{
    bool ok = true;
    serving->start = edit_start(arena);
    if (!serving->start.home)
        return report_error(&invocation->report, "there is no home folder: give a project");
    if (!serving->start.pages)
        return report_error(&invocation->report,
                            "the files of the page are not installed: share/oisin/edit");
    interrupt_note(true);
    if (!begin(invocation, serving))
        return false;
    while (!serving->start.chosen && !interrupted() && ok)
        ok = http_server_turn(serving->server, TURN);
    return ok;
}

int command_edit(Invocation *invocation)
{
    static const char *const media[] = {".ogg", ".ogv", NULL};
    EditTarget target;
    HttpServerOptions wanted = {0};
    EditServer serving = {.wanted = &wanted};
    int status = EXIT_FAILED;
    file_mapping_only(media); /* long-running: other files may be changed meanwhile */
    Arena *arena = arena_new();
    bool ok = option_listen(invocation, OPTION_listen, &wanted.address, &wanted.port, arena) &&
              (invocation->argument_count || choose(invocation, &serving, arena));
    const char *given = invocation->argument_count
                            ? home_find_project(invocation->arguments[0], arena)
                            : serving.start.chosen;
    if (ok && !given) /* it was ended on the page */
        status = EXIT_DONE;
    else if (ok && edit_target(invocation, given, &target, arena))
        status = serve_alone(invocation, &target, &serving, arena);
    if (serving.server)
        http_server_free(serving.server);
    arena_free(arena);
    return status;
}

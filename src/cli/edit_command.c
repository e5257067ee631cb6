/* edit: the editor of projects and workspaces in a browser. */
#include "base/html.h"
#include "base/mapped_file.h"
#include "base/system/files.h"
#include "base/system/signals.h"
#include "cli/browser.h"
#include "cli/invocation.h"
#include "cli/edit_files.h"
#include "cli/edit_models.h"
#include "cli/edit_target.h"
#include "cli/edit_workspace.h"
#include "cli/listen_options.h"
#include "studio/editor/editor.h"
#include "tirnanog/jobs/projects_home.h"
#include "kit/jobs/job_recovery.h"

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
        while (!interrupted() && (ok = http_server_turn(server, TURN)))
            if (editor_turn(editor))
                http_server_wake(server);
        http_server_free(server);
    }
    return ok || interrupted() ? EXIT_DONE : EXIT_FAILED;
}

static int serve(Invocation *invocation, const EditTarget *target,
                 const HttpServerOptions *wanted, Arena *arena)
{
    EditFiles files;
    EditWorkspace workspace = {0};
    EditModels models;
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
    if (!files.pages) {
        report_error(&invocation->report,
                     "the files of the page are not installed: share/oisin/edit");
    } else {
        Editor *editor = editor_new(&host);
        interrupt_note(true);
        status = run(invocation, editor, wanted);
        editor_free(editor);
    }
    edit_models_close(&models);
    edit_workspace_close(&workspace);
    return status;
}

/* A folder that cannot be written needs no lock. */
static int serve_alone(Invocation *invocation, const EditTarget *target, Arena *arena)
{
    HttpServerOptions wanted = {0};
    if (!option_listen(invocation, OPTION_listen, &wanted.address, &wanted.port, arena))
        return EXIT_FAILED;
    if (option_given(invocation, OPTION_read_only) || !file_is_writable(target->folder))
        return serve(invocation, target, &wanted, arena);
    const int lock = edit_lock(target->folder, &invocation->report);
    if (lock < 0)
        return EXIT_FAILED;
    const int status = serve(invocation, target, &wanted, arena);
    file_close(lock);
    return status;
}

int command_edit(Invocation *invocation)
{
    static const char *const media[] = {".ogg", ".ogv", NULL};
    EditTarget target;
    file_mapping_only(media); /* long-running: other files may be changed meanwhile */
    Arena *arena = arena_new();
    const char *given = home_find_project(invocation->arguments[0], arena);
    const int status = edit_target(invocation, given, &target, arena)
                           ? serve_alone(invocation, &target, arena)
                           : EXIT_FAILED;
    arena_free(arena);
    return status;
}

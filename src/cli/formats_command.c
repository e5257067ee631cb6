/* formats: prints what the program knows of formats, text files of projects, and of what the
 * descriptions below name. */
#include "base/text.h"
#include "cli/conversion_list.h"
#include "cli/invocation.h"
#include "cli/serve_config.h"
#include "engine/state/state_members.h"
#include "kit/formats/format.h"
#include "server/admin/admin_routes.h"
#include "server/log/log.h"
#include "server/protocol/packet.h"
#include "server/server.h"
#include "server/transport/wire.h"
#include "studio/prove/prove.h"
#include "tirnanog/sheets/reference.h"
#include "tirnanog/sprites/sheet_cut.h"

#include <stdio.h>

#if WING_SERVER
static void describe_protocol(Writer *out)
{
    static const ConnectionLimits limits = {
        .unsent = WIRE_QUEUE_MAX,
        .handshake = WIRE_HANDSHAKE,
        .pending = WIRE_HALF_OPEN,
        .pending_each = WIRE_HALF_OPEN_EACH,
        .rate = WIRE_RATE,
        .rate_max = WIRE_RATE_MAX,
        .each = SERVER_PER_ADDRESS,
    };
    protocol_describe(&limits, out);
}
#endif

static const struct {
    const char *name;
    void (*describe)(Writer *out);
} descriptions[] = {
#if WING_SERVER
    {"protocol", describe_protocol},
    {"server.conf", serve_config_describe},
    {"server-log", log_describe},
    {"server-metrics", admin_metrics_describe},
#endif
#if WING_ENGINE
    {"state", members_describe},
#endif
#if WING_STUDIO
    {"unproven", prove_describe},
#endif
#if WING_TIRNANOG
    {"lyt", sheet_layout_describe},
#endif
    {"conversions", conversions_write_markdown}, /* the table of docs/reference/supported.md */
};

static bool describe(Text name, Writer *out)
{
    const Format *format = format_named(name);
    if (format) {
        format_describe(format, out);
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(descriptions); i++)
        if (text_is(name, descriptions[i].name)) {
            descriptions[i].describe(out);
            return true;
        }
#if WING_TIRNANOG
    reference_describe(name, out);
#endif
    return out->size != 0;
}

#if WING_TIRNANOG
static int list_project_files(Invocation *invocation)
{
    if (invocation->argument_count)
        return usage_error(invocation, "--project lists all text files; it has no NAME");
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    reference_list(&out);
    print_result(&out);
    arena_free(arena);
    return EXIT_DONE;
}
#endif

int command_formats(Invocation *invocation)
{
#if WING_TIRNANOG
    if (option_given(invocation, OPTION_project))
        return list_project_files(invocation);
#endif
    if (!invocation->argument_count) {
        for (const Format *format = formats; format->name; format++)
            printf("%-6s %s\n", format->name, format->title);
        return EXIT_DONE;
    }
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    const bool known = describe(text_of(invocation->arguments[0]), &out);
    print_result(&out);
    arena_free(arena);
    return known ? EXIT_DONE
                 : usage_error(invocation, "unknown format \"%s\"", invocation->arguments[0]);
}

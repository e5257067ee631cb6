#include "cli/script_map.h"

#include "kit/files.h"
#include "formats/evil_islands/mob.h"
#include "formats/evil_islands/mob_script.h"

#include <stdio.h>
#include <strings.h>

static bool ends_with(const char *path, const char *suffix)
{
    const size_t size = strlen(path), end = strlen(suffix);
    return size >= end && !strcasecmp(path + size - end, suffix);
}

bool script_of_map(const char *path)
{
    return ends_with(path, ".mob") || ends_with(path, ".txt") || ends_with(path, ".eis");
}

static bool load_text(const char *path, Bytes file, Text *out, Arena *arena, Report *report)
{
    Mob mob;
    if (!ends_with(path, ".mob") && !mob_is(file)) {
        *out = mob_script_text(file, arena);
        return true;
    }
    if (!mob_read(file, &mob, arena, report))
        return false;
    const MobNode *script = mob_script(&mob);
    *out = mob_text(script, arena);
    return script || report_error(report, "this map has no script");
}

typedef void Print(const MobSource *source, Writer *out);

static int print(Invocation *invocation, Print *how)
{
    Arena *arena = arena_new();
    Report *report = &invocation->report;
    const char *path = invocation->arguments[1];
    Writer out = writer_to(arena);
    Bytes file;
    Text text;
    MobSource source;
    bool ok = file_load(path, &file, arena, report);
    report_about(report, text_of(path));
    ok = ok && load_text(path, file, &text, arena, report) &&
         mob_script_parse(text, &source, arena, report);
    report_about(report, TEXT(""));
    if (ok) {
        how(&source, &out);
        fwrite(out.data, 1, out.size, stdout);
    }
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}

int script_map_list(Invocation *invocation) { return print(invocation, mob_script_list); }

int script_map_format(Invocation *invocation) { return print(invocation, mob_script_print); }

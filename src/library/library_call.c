/* Parts, in order: messages of the last call; kit_call, through which every function of the
 * library runs (locale, memory guard, errors); creation and release of a kit. */
#include "library/library_internal.h"

#include "base/game_text.h"
#include "base/memory_guard.h"
#include "base/tasks.h"

#include <stdlib.h>

const char *oisin_version(void) { return OISIN_VERSION; }

unsigned oisin_version_number(void) { return OISIN_VERSION_NUMBER; }

void oisin_set_threads(unsigned threads) { tasks_set_threads(threads); }

/* ---- messages ---- */

void kit_callback_begin(OisinKit *kit)
{
    kit->guard = memory_guard_suspend();
    uselocale(kit->outer);
}

void kit_callback_end(OisinKit *kit)
{
    uselocale(kit->locale);
    memory_guard_resume(kit->guard);
}

static void send_message(OisinKit *kit, const OisinMessage *message)
{
    if (!kit->message_callback)
        return;
    kit_callback_begin(kit);
    kit->message_callback(kit->message_context, message);
    kit_callback_end(kit);
}

static void keep(OisinKit *kit, const OisinMessage *message)
{
    if (kit->count < MESSAGES_MAX)
        *ARENA_PUSH(kit->messages_arena, kit->messages, kit->count) = *message;
    else
        kit->messages[MESSAGES_MAX - 1] = *message;
}

/* The first error is always kept, if necessary in place of the last message before it: it is
 * the reason why the call fails. */
static void on_message(void *context, const Message *message)
{
    static const OisinSeverity severities[] = {[SEVERITY_NOTE] = OISIN_NOTE,
                                               [SEVERITY_WARNING] = OISIN_WARNING,
                                               [SEVERITY_ERROR] = OISIN_ERROR};
    OisinKit *kit = context;
    const bool first_error = message->severity == SEVERITY_ERROR && !kit->code;
    const bool kept = kit->count < MESSAGES_MAX || first_error;
    if (!kept && !kit->message_callback)
        return;
    Arena *arena = kept ? kit->messages_arena : arena_new();
    const OisinMessage copy = {.severity = severities[message->severity],
                               .file = arena_text(arena, message->subject).at,
                               .line = message->line,
                               .column = message->column,
                               .text = arena_text(arena, message->text).at,
                               .source = arena_text(arena, message->source).at,
                               .code = (OisinErrorCode)message->cause,
                               .system_error = message->system_error};
    if (kept)
        keep(kit, &copy);
    if (first_error) {
        kit->code = copy.code;
        kit->system_error = copy.system_error;
    }
    send_message(kit, &copy);
    if (!kept)
        arena_free(arena);
}

static void write_error(const OisinMessage *message, Writer *out)
{
    if (*message->file)
        write_format(out, "%s:", message->file);
    if (message->line)
        write_format(out, "%u:", message->line);
    if (message->line && message->column)
        write_format(out, "%u:", message->column);
    write_format(out, "%s%s", *message->file ? " " : "", message->text);
}

static void gather_errors(OisinKit *kit)
{
    Writer out = writer_to(kit->messages_arena);
    for (size_t i = 0; i < kit->count; i++)
        if (kit->messages[i].severity == OISIN_ERROR) {
            if (out.size)
                write_u8(&out, '\n');
            write_error(&kit->messages[i], &out);
        }
    kit->error = kit_text(kit, writer_text(&out));
}

const char *oisin_error(const OisinKit *kit) { return kit->error; }

OisinErrorCode oisin_error_code(const OisinKit *kit) { return kit->code; }

int oisin_error_errno(const OisinKit *kit) { return kit->system_error; }

#define CAUSE(name, number, doc)                                                               \
    _Static_assert((int)OISIN_ERROR_##name == (int)CAUSE_##name, "numbers of "                 \
                                                                 "include/oisin.h");
#include "base/causes.def"
#undef CAUSE

const char *oisin_error_name(OisinErrorCode code)
{
    static const char *const names[] = {
        [OISIN_ERROR_NONE] = "OISIN_ERROR_NONE",
#define CAUSE(name, number, doc) [CAUSE_##name] = "OISIN_ERROR_" #name,
#include "base/causes.def"
#undef CAUSE
    };
    return (size_t)code < COUNT_OF(names) ? names[code] : NULL;
}

size_t oisin_message_count(const OisinKit *kit) { return kit->count; }

const OisinMessage *oisin_message(const OisinKit *kit, size_t index)
{
    return index < kit->count ? &kit->messages[index] : NULL;
}

void oisin_on_message(OisinKit *kit, OisinMessageCallback *callback, void *context)
{
    kit->message_callback = callback;
    kit->message_context = context;
}

static bool step(void *context, const char *what, size_t done, size_t total)
{
    OisinKit *kit = context;
    kit_callback_begin(kit);
    const bool cancel = kit->progress_callback(kit->progress_context, what, done, total) != 0;
    kit_callback_end(kit);
    return cancel;
}

void oisin_on_progress(OisinKit *kit, OisinProgress *progress, void *context)
{
    kit->progress_callback = progress;
    kit->progress_context = context;
    kit->progress = (Progress){step, kit};
}

const char *kit_text(OisinKit *kit, Text text)
{
    return arena_text(kit->messages_arena, text).at;
}

/* ---- calls ---- */

bool kit_paths(const Call *call)
{
    for (size_t i = 0; i < call->count; i++)
        if (!call->inputs || !call->inputs[i])
            return report_cause(&call->kit->report, CAUSE_USAGE, "a path is missing (NULL)");
    return true;
}

bool kit_named(const Call *call, const char *what)
{
    return call->name ||
           report_cause(&call->kit->report, CAUSE_USAGE, "a %s is missing (NULL)", what);
}

/* A larger size is likely that of a struct that was not initialised. */
static bool size_ok(OisinKit *kit, size_t size)
{
    enum { STRUCT_MAX = 4096 };
    return (size >= sizeof(size_t) && size <= STRUCT_MAX) ||
           report_cause(&kit->report, CAUSE_USAGE,
                        "a struct has the size %zu; expected a value from OISIN_INIT", size);
}

bool kit_struct_read(OisinKit *kit, const void *given, void *out, size_t size)
{
    const uint8_t *bytes = given;
    size_t theirs;
    memcpy(&theirs, given, sizeof theirs);
    if (!size_ok(kit, theirs))
        return false;
    for (size_t i = size; i < theirs; i++)
        if (bytes[i])
            return report_cause(&kit->report, CAUSE_UNSUPPORTED,
                                "a struct has fields of a newer version of the library");
    memset(out, 0, size);
    memcpy(out, given, theirs < size ? theirs : size);
    return true;
}

bool kit_struct_write(OisinKit *kit, const void *result, size_t size, void *out)
{
    enum { HEAD = sizeof(size_t) };
    size_t theirs;
    memcpy(&theirs, out, HEAD);
    if (!size_ok(kit, theirs))
        return false;
    memset((uint8_t *)out + HEAD, 0, theirs - HEAD);
    memcpy((uint8_t *)out + HEAD, (const uint8_t *)result + HEAD,
           (theirs < size ? theirs : size) - HEAD);
    return true;
}

static void work(void *context)
{
    Call *call = context;
    OisinKit *kit = call->kit;
    Arena *const reused = kit->older;
    kit->older = kit->messages_arena;
    kit->messages_arena = reused;
    arena_reset(kit->messages_arena);
    kit->report = report_to(on_message, kit);
    call->ok = call->work(call);
    progress_stop();
    gather_errors(kit);
}

/* Its other messages may be incomplete. */
static void call_aborted(OisinKit *kit, bool cancelled)
{
    static OisinMessage reasons[] = {{.severity = OISIN_ERROR,
                                      .file = "",
                                      .text = "not enough memory",
                                      .source = "",
                                      .code = OISIN_ERROR_MEMORY},
                                     {.severity = OISIN_ERROR,
                                      .file = "",
                                      .text = "cancelled",
                                      .source = "",
                                      .code = OISIN_ERROR_CANCELLED}};
    kit->messages = &reasons[cancelled];
    kit->count = 1;
    kit->error = kit->messages->text;
    kit->code = kit->messages->code;
    kit->system_error = 0;
    send_message(kit, kit->messages);
}

bool kit_call(OisinKit *kit, Call call)
{
    const ProgressWatch outer = progress_watch((ProgressWatch){0});
    const GameTexts texts = game_texts_use((GameTexts){0});
    kit->outer = uselocale(kit->locale);
    call.kit = kit;
    call.ok = false;
    kit->messages = NULL;
    kit->count = 0;
    kit->error = "";
    kit->code = OISIN_ERROR_NONE;
    kit->system_error = 0;
    const bool completed = memory_guard(work, &call);
    const ProgressWatch inner = progress_watch(outer);
    if (!completed) {
        call_aborted(kit, inner.cancelled);
        call.ok = false;
    }
    uselocale(kit->outer);
    game_texts_use(texts);
    return call.ok;
}

/* ---- the kit ---- */

static void make(void *context)
{
    OisinKit *kit = context;
    Arena *const arena = arena_new();
    kit->older = arena_new();
    /* Last: the guard frees the first one if there is no memory for the second. */
    kit->messages_arena = arena;
}

OisinKit *oisin_new(void)
{
    OisinKit *kit = calloc(1, sizeof *kit);
    if (!kit)
        return NULL;
    kit->error = "";
    kit->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (kit->locale && memory_guard(make, kit))
        return kit;
    oisin_free(kit);
    return NULL;
}

void oisin_free(OisinKit *kit)
{
    if (!kit)
        return;
    if (kit->locale)
        freelocale(kit->locale);
    arena_free(kit->messages_arena);
    arena_free(kit->older);
    free(kit);
}

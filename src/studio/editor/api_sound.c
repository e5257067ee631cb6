/* Sounds of the page, dropped or recorded: what they are like, and converted to files of the
 * project. Positions in requests and answers are samples at the rate of a project. */
#include "studio/editor/editor_internal.h"

#include "base/text.h"
#include "kit/convert/sound.h"

enum { SENT_MAX = 256 << 20, SOUNDS_MAX = 200 };

/* ---- sent ---- */

void post_sound_sent(Call *call)
{
    SentFiles *sent = &call->editor->sounds;
    const Text name = http_argument(call->request, "name");
    const Bytes body = call->request->body;
    int64_t total = (int64_t)body.size, at = 0;
    if (call->editor->host->workspace || !edit_store_path_ok(name)) {
        call_error(call, 403, "this name is not allowed");
        return;
    }
    (void)text_number(http_argument(call->request, "total"), 0, INT64_MAX, &total);
    (void)text_number(http_argument(call->request, "at"), 0, INT64_MAX, &at);
    if (http_argument(call->request, "first").size)
        sent_files_clear(sent);
    if (!sent_files_take(sent, name, (uint64_t)total, (uint64_t)at, body, SENT_MAX)) {
        call_error(call, 413, "at most 200 sounds at once, and 256 MiB of them");
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    json_put_uint(&json, "received", (uint64_t)at + body.size);
    json_close(&json);
    call_json(call, &json);
}

static bool sent_bytes(const Call *call, Text name, Bytes *out)
{
    const ProjectFiles *files = &call->editor->sounds.files;
    for (size_t i = 0; i < files->count; i++)
        if (text_equal(files->items[i].path, name)) {
            *out = files->items[i].bytes;
            return true;
        }
    return false;
}

/* ---- shown ---- */

static uint64_t at_project_rate(uint64_t frames, uint32_t rate)
{
    return (frames * SOUND_RATE + rate / 2) / rate;
}

static void put_look(JsonWriter *json, const SoundLook *look)
{
    const SoundLoop loop = sound_loop_at_rate(look->loop, look->rate, SOUND_RATE);
    json_put_uint(json, "rate", look->rate);
    json_put_uint(json, "channels", look->channels);
    json_put_uint(json, "projectRate", SOUND_RATE);
    json_put_uint(json, "samples", at_project_rate(look->frames, look->rate));
    json_put_uint(json, "start", at_project_rate(look->start, look->rate));
    json_put_uint(json, "end", at_project_rate(look->end, look->rate));
    json_open_list(json, "loop");
    json_put_uint(json, NULL, loop.start);
    json_put_uint(json, NULL, loop.length);
    json_close_list(json);
    json_put_uint(json, "peakSamples", at_project_rate(look->peak_frames, look->rate));
    json_open_list(json, "peaks");
    for (size_t i = 0; i < look->peak_count; i++)
        json_put_uint(json, NULL, look->peaks[i]);
    json_close_list(json);
}

/* 415: a kind of file that a browser may know; 410: it must be sent again. */
static void answer_cause(Call *call)
{
    const Messages *problems = &call->problems;
    const Cause cause =
        problems->count ? problems->items[problems->count - 1].cause : CAUSE_INVALID;
    const unsigned status = cause == CAUSE_UNSUPPORTED ? 415
                            : cause == CAUSE_NOT_FOUND ? 410
                                                       : 400;
    call_error(call, status, "the sound cannot be converted");
}

void get_sound(Call *call)
{
    const Text given = http_argument(call->request, "given"),
               path = http_argument(call->request, "path");
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    SoundLook look;
    uint64_t hash = 1;
    Bytes bytes;
    if (given.size ? !sent_bytes(call, given, &bytes)
                   : !edit_store_read(&call->editor->store, path, &bytes, &hash, call->arena,
                                      &call->report) ||
                         !hash) {
        call_error(call, 404, "there is no such sound");
        return;
    }
    if (!sound_look(bytes, &look, &call->report)) {
        answer_cause(call);
        return;
    }
    json_open(&json, NULL);
    json_put_uint(&json, "size", bytes.size);
    put_hash(&json, "hash", file_hash(bytes));
    put_look(&json, &look);
    json_close(&json);
    call_json(call, &json);
}

/* ---- written ---- */

/* What is no number is 0. */
static uint64_t samples_of(const json_t *value)
{
    const json_int_t number = json_integer_value(value);
    return number > 0 ? (uint64_t)number : 0;
}

static bool is_sound_path(Text path, Report *report)
{
    uint16_t kind;
    Text name;
    if (!edit_store_path_ok(path) || !project_name_of(path, &kind, &name) ||
        (kind != NAME_MUSIC && kind != NAME_SOUND && kind != NAME_SPEECH))
        return report_error(report, "sounds are music/NAME.ogg, sounds/NAME.ogg and "
                                    "speech/NAME_xx.ogg");
    return (names_ok(name) && name.at[0] != '.') ||
           report_error(report,
                        "invalid name \"%.*s\"; expected letters, digits, \"_\" and \".\" only",
                        (int)name.size, name.at);
}

static bool convert_one(Call *call, const json_t *wish, FileEdit *out)
{
    const Text path = json_find_text(wish, "path"), given = json_find_text(wish, "given");
    const json_t *loop = json_object_get(wish, "loop");
    const SoundPart part = {
        .from = samples_of(json_object_get(wish, "from")),
        .to = samples_of(json_object_get(wish, "to")),
        .loop = {samples_of(json_array_get(loop, 0)), samples_of(json_array_get(loop, 1))}};
    const SoundSettings settings = {.normalize =
                                        json_is_true(json_object_get(wish, "normalize")),
                                    .channels = sound_channels_of(path, call->arena)};
    Bytes bytes;
    *out = (FileEdit){.path = path};
    if (!is_sound_path(path, &call->report))
        return false;
    if (!sent_bytes(call, given, &bytes))
        return report_cause(&call->report, CAUSE_NOT_FOUND, "%.*s was not sent",
                            (int)given.size, given.at);
    Report about = report_child(&call->report, given);
    return edit_store_read(&call->editor->store, path, &out->base, &out->base_hash, call->arena,
                           &call->report) &&
           sound_convert(bytes, &settings, &part, &out->mine, call->arena, &about);
}

/* Names that are there, or twice among those that are sent: nothing is written. */
static bool is_taken(Call *call, const FileEdit *edits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool taken = edits[i].base_hash && !call_flag(call, "replace");
        for (size_t j = 0; j < i; j++)
            taken |= text_equal(edits[i].path, edits[j].path);
        if (taken) {
            (void)report_error(&call->report, "there is already a file %.*s",
                               (int)edits[i].path.size, edits[i].path.at);
            return true;
        }
    }
    return false;
}

/* All of them, as one step, or none. */
void post_sounds(Call *call)
{
    const json_t *wishes = json_object_get(call->body, "sounds");
    const size_t count = json_array_size(wishes);
    FileEdit *edits = ARENA_ALLOC(call->arena, FileEdit, SOUNDS_MAX);
    if (call->editor->host->workspace || !count || count > SOUNDS_MAX) {
        call_error(call, 400, "1 to 200 sounds are added at once, to a project");
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!convert_one(call, json_array_get(wishes, i), &edits[i])) {
            answer_cause(call);
            return;
        }
    if (is_taken(call, edits, count)) {
        call_error(call, 409, "there is already such a file");
        return;
    }
    const Text first = edits[0].path;
    answer_change(call,
                  count == 1 ? arena_format(call->arena, "add %.*s", (int)first.size, first.at)
                             : arena_format(call->arena, "add %zu sounds", count),
                  edits, count);
    if (call->answer->status == 200)
        sent_files_clear(&call->editor->sounds);
}

/* ---- loops ---- */

void post_sound_loop(Call *call)
{
    const Text path = call_text(call, "path");
    const json_t *loop = json_object_get(call->body, "loop");
    const SoundLoop wanted = {samples_of(json_array_get(loop, 0)),
                              samples_of(json_array_get(loop, 1))};
    FileEdit edit;
    SoundLook look;
    if (!is_sound_path(path, &call->report)) {
        call_error(call, 403, "this is not a sound of the project");
        return;
    }
    if (!change_base(call, path, &edit))
        return;
    if (!sound_look(edit.base, &look, &call->report)) {
        answer_cause(call);
        return;
    }
    const SoundLoop own = sound_loop_at_rate(wanted, SOUND_RATE, look.rate);
    if (wanted.start > UINT32_MAX || wanted.length > UINT32_MAX ||
        (wanted.length && !own.length) || own.start + own.length > look.frames) {
        call_error(call, 400, "the loop ends after the sound");
        return;
    }
    if (!sound_loop_write(edit.base, own, &edit.mine, call->arena, &call->report)) {
        call_error(call, 400, "the loop cannot be written");
        return;
    }
    answer_change(call,
                  arena_format(call->arena, "change the loop of %.*s", (int)path.size, path.at),
                  &edit, 1);
}

/* Reads .script files, and compares output with their expectations. Comments are overwritten
 * with spaces instead of being removed, so that errors in the source have the right line and
 * column. */
#include "base/text.h"
#include "cli/script_run.h"

/* "# word: value"; false if the line is another comment. */
static bool directive(Text line, Text *word, Text *value)
{
    Text rest = text_trimmed(line);
    rest = text_trimmed(text_slice(rest, 1, rest.size)); /* after the # */
    size_t size = 0;
    while (size < rest.size && (rest.at[size] | 32) >= 'a' && (rest.at[size] | 32) <= 'z')
        size++;
    *word = text_slice(rest, 0, size);
    if (!size || size == rest.size || rest.at[size] != ':')
        return false;
    *value = text_trimmed(text_slice(rest, size + 1, rest.size));
    return true;
}

static bool read_directive(ScriptFile *out, Text word, Text value, SourcePosition place,
                           Arena *arena, Report *report)
{
    static const char *const known[] = {"expect", "set", "answer", "opponent"};
    Text words[COUNT_OF(known)];
    for (size_t i = 0; i < COUNT_OF(known); i++)
        words[i] = text_of(known[i]);
    if (text_is(word, "expect"))
        *ARENA_PUSH(arena, out->expected, out->expected_count) = value;
    else if (text_is(word, "set"))
        out->set = value;
    else if (text_is(word, "answer"))
        out->answers = value;
    else if (text_is(word, "opponent"))
        out->opponent = value;
    else {
        const Text near = text_nearest(word, words, COUNT_OF(words));
        return report_error_at(report, place, "no \"# %.*s:\"%s%.*s%s", (int)word.size, word.at,
                               near.size ? "; did you mean \"# "
                                         : "; expected expect, set, answer or opponent",
                               (int)near.size, near.at, near.size ? ":\"?" : "");
    }
    return true;
}

bool script_file_read(Text file, ScriptFile *out, Arena *arena, Report *report)
{
    file = text_without_mark(file);
    char *source = arena_alloc_raw(arena, file.size + 1, 1);
    bool ok = true;
    *out = (ScriptFile){.source = {source, file.size}};
    if (file.size)
        memcpy(source, file.at, file.size);
    Text rest = file, word, value;
    uint32_t number = 1;
    for (Text line; text_line(&rest, &line); number++) {
        if (!text_starts(text_trimmed(line), "#"))
            continue;
        if (directive(line, &word, &value)) {
            const SourcePosition place = {number, (uint32_t)(word.at - line.at) + 1, line};
            ok &= read_directive(out, word, value, place, arena, report);
        }
        memset(source + (line.at - file.at), ' ', line.size);
    }
    return ok;
}

bool script_file_matches(const ScriptFile *file, Text output, Text *missing)
{
    Text rest = output, line;
    for (size_t i = 0; i < file->expected_count; i++) {
        *missing = file->expected[i];
        if (text_is(*missing, "-"))
            return output.size == 0;
        bool found = false;
        while (!found && text_line(&rest, &line))
            found = text_equal(text_trimmed(line), *missing);
        if (!found)
            return false;
    }
    return file->expected_count > 0;
}

#include "base/text.h"
#include "cli/script_run.h"

/* What stands behind "# word:", if this is such a line. */
static bool directive(Text line, const char *word, Text *out)
{
    Text rest = text_trimmed(line);
    if (!text_starts(rest, "#"))
        return false;
    rest = text_trimmed(text_slice(rest, 1, rest.size));
    const size_t size = strlen(word);
    if (!text_starts(rest, word) || rest.size <= size || rest.at[size] != ':')
        return false;
    *out = text_trimmed(text_slice(rest, size + 1, rest.size));
    return true;
}

ScriptFile script_file_read(Text file, Arena *arena)
{
    ScriptFile out = {0};
    char *source = arena_take_raw(arena, file.size + 1, 1);
    if (file.size)
        memcpy(source, file.at, file.size);
    Text rest = file;
    for (Text line, value; text_line(&rest, &line);) {
        if (!text_starts(text_trimmed(line), "#"))
            continue;
        if (directive(line, "expect", &value))
            *ARENA_PUSH(arena, out.expected, out.expected_count) = value;
        else if (!directive(line, "set", &out.set) && !directive(line, "answer", &out.answers))
            directive(line, "opponent", &out.opponent);
        memset(source + (line.at - file.at), ' ', line.size);
    }
    out.source = (Text){source, file.size};
    return out;
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

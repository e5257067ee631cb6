/* The table of conversions as text for `oisin help convert`, and as Markdown for documents. */
#include "cli/conversion_list.h"

#include "base/text.h"
#include "kit/convert/conversion.h"
#include "tirnanog/convert/presets.h"
#include "kit/formats/format.h"
#include "kit/convert/convert_options.h"

static void write_suffix(Writer *out, const char *suffix)
{
    if (!*suffix || !strcmp(suffix, "*"))
        write_text(out, text_of(*suffix ? "any format" : "folder"));
    else
        write_format(out, ".%s", suffix);
}

/* ".mod .lnk .fig"; including alternative suffixes of a format. */
static void write_suffixes(Writer *out, const char *words)
{
    static const struct {
        const char *suffix, *format;
    } others[] = {
#define FORMAT(name, title, is, show, check, parse, title_of, describe)
#define RECORD_FORMAT(name, title, Record, hooks)
#define SUFFIX(suffix, format) {#suffix, #format},
#include "kit/formats/formats.def"
#undef SUFFIX
#undef RECORD_FORMAT
#undef FORMAT
    };
    if (!*words || !strcmp(words, "*")) {
        write_suffix(out, words);
        return;
    }
    Text rest = text_of(words);
    const char *gap = "";
    for (Text word; (word = text_word(&rest)).size; gap = " ") {
        write_format(out, "%s.%.*s", gap, (int)word.size, word.at);
        for (size_t i = 0; i < COUNT_OF(others); i++)
            if (text_is(word, others[i].format))
                write_format(out, " .%s", others[i].suffix);
    }
}

/* Every row supports --output and --format. */
static bool is_listed(const Conversion *row, const Option *option)
{
    return !strcmp(option->command, "convert") && option->id != OPTION_output &&
           option->id != OPTION_format && conversion_takes(row, option->id);
}

static bool is_shown(const Conversion *row, const char *suffix)
{
    return !suffix || conversion_takes_suffix(row, suffix) ||
           conversion_makes_suffix(row, suffix);
}

static void write_padding(Writer *out, size_t from, size_t width)
{
    for (size_t size = out->size - from; size < width; size++)
        write_u8(out, ' ');
}

/* On lines below the row. */
static void write_options(Writer *out, const Conversion *row)
{
    enum { INDENT = 7, WIDTH = 90 };
    size_t line = SIZE_MAX;
    for (const Option *option = job_options; option->name; option++) {
        if (!is_listed(row, option))
            continue;
        if (line == SIZE_MAX || out->size - line > WIDTH - strlen(option->name)) {
            write_format(out, "%s%*s", line == SIZE_MAX ? "" : "\n", INDENT, "");
            line = out->size;
        }
        write_format(out, " --%s", option->name);
    }
    if (line != SIZE_MAX)
        write_u8(out, '\n');
}

bool conversions_take(const char *suffix, JobOption option)
{
    for (const Conversion *row = conversions; row->doc; row++)
        if (is_shown(row, suffix) && conversion_takes(row, option))
            return true;
    return false;
}

void conversions_write(Writer *out, const char *suffix)
{
    enum { FROM_WIDTH = 20, TO_WIDTH = 11 };
    for (const Conversion *row = conversions; row->doc; row++) {
        if (!is_shown(row, suffix))
            continue;
        write_text(out, TEXT("    "));
        size_t from = out->size;
        write_suffixes(out, row->from);
        if (out->size - from > FROM_WIDTH) {
            write_text(out, TEXT("\n    "));
            from = out->size;
        }
        write_padding(out, from, FROM_WIDTH);
        write_text(out, TEXT(" -> "));
        from = out->size;
        write_suffix(out, row->to);
        write_padding(out, from, TO_WIDTH);
        write_format(out, "%s\n", row->doc);
        if (suffix)
            write_options(out, row);
    }
#if WING_TIRNANOG
    if (conversions_take(suffix, OPTION_preset)) {
        write_text(out, TEXT("\nPresets of sprite sheets (--preset NAME):\n\n"));
        presets_write(out);
    }
#endif
}

void conversions_write_markdown(Writer *out)
{
    write_text(out, TEXT("| from | to | what |\n|---|---|---|\n"));
    for (const Conversion *row = conversions; row->doc; row++) {
        write_text(out, TEXT("| "));
        write_suffixes(out, row->from);
        write_text(out, TEXT(" | "));
        write_suffix(out, row->to);
        write_text(out, TEXT(" | "));
        for (const char *at = row->doc; *at; at++)
            write_format(out, *at == '|' ? "\\%c" : "%c", *at);
        write_text(out, TEXT(" |\n"));
    }
}

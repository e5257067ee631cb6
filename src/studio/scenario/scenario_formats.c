/* Results of scenarios for other programs: JUnit's XML, the Test Anything Protocol, JSON. */
#include "studio/scenario/scenario.h"

#include "base/text.h"
#include "base/xml.h"

static void write_seconds(Writer *out, uint64_t centiseconds)
{
    write_format(out, "%llu.%02u", (unsigned long long)(centiseconds / 100),
                 (unsigned)(centiseconds % 100));
}

static void write_junit_failure(const ScenarioResult *result, Writer *out)
{
    write_text(out, TEXT("    <failure message=\""));
    write_xml(out, result->problem);
    write_format(out, "\">");
    write_xml(out, result->failed_path);
    write_format(out, ":%u: ", result->failed_line);
    write_xml(out, result->failed_step);
    write_text(out, TEXT("\n"));
    write_xml(out, result->history);
    write_text(out, TEXT("</failure>\n"));
}

void scenarios_junit(const ScenarioResults *results, Writer *out)
{
    uint64_t all = 0;
    for (size_t i = 0; i < results->count; i++)
        all += results->items[i].centiseconds;
    write_format(out,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<testsuite name=\"oisin test\" tests=\"%zu\" failures=\"%zu\" time=\"",
                 results->count, results->failed);
    write_seconds(out, all);
    write_text(out, TEXT("\">\n"));
    for (size_t i = 0; i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        write_text(out, TEXT("  <testcase name=\""));
        write_xml(out, result->name);
        write_text(out, TEXT("\" classname=\""));
        write_xml(out, result->path);
        write_text(out, TEXT("\" file=\""));
        write_xml(out, result->path);
        write_format(out, "\" line=\"%u\" time=\"", result->line);
        write_seconds(out, result->centiseconds);
        if (result->passed) {
            write_text(out, TEXT("\"/>\n"));
            continue;
        }
        write_text(out, TEXT("\">\n"));
        write_junit_failure(result, out);
        write_text(out, TEXT("  </testcase>\n"));
    }
    write_text(out, TEXT("</testsuite>\n"));
}

/* A diagnostic block of TAP 13 is YAML: its values are JSON texts, which are YAML, too. */
static void write_tap_text(Writer *out, const char *key, Text value)
{
    Arena *scratch = arena_new();
    Writer text = writer_to(scratch);
    JsonWriter json = json_to(&text);
    json_open_list(&json, NULL);
    json_put_text(&json, NULL, value);
    json_close_list(&json);
    const Text list = writer_text(&text); /* ["..."] over several lines */
    size_t from = 0, to = list.size;
    text_find(list, '"', &from);
    while (to > from && list.at[to - 1] != '"')
        to--;
    write_format(out, "  %s: %.*s\n", key, (int)(to - from), list.at + from);
    arena_free(scratch);
}

void scenarios_tap(const ScenarioResults *results, Writer *out)
{
    write_format(out, "TAP version 13\n1..%zu\n", results->count);
    for (size_t i = 0; i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        write_format(out, "%s %zu - ", result->passed ? "ok" : "not ok", i + 1);
        for (size_t k = 0; k < result->name.size; k++) /* # begins a directive */
            write_u8(out, result->name.at[k] == '#' ? ' ' : (uint8_t)result->name.at[k]);
        write_u8(out, '\n');
        if (result->passed)
            continue;
        write_text(out, TEXT("  ---\n"));
        write_tap_text(out, "message", result->problem);
        write_tap_text(out, "file", result->failed_path);
        write_format(out, "  line: %u\n", result->failed_line);
        write_tap_text(out, "step", result->failed_step);
        write_text(out, TEXT("  ...\n"));
    }
}

void scenarios_json(const ScenarioResults *results, JsonWriter *json)
{
    json_open_list(json, "scenarios");
    for (size_t i = 0; i < results->count; i++) {
        const ScenarioResult *result = &results->items[i];
        json_open(json, NULL);
        json_put_text(json, "file", result->path);
        json_put_uint(json, "line", result->line);
        json_put_text(json, "name", result->name);
        json_put_bool(json, "passed", result->passed);
        json_put_uint(json, "steps", result->steps);
        json_put_uint(json, "milliseconds", (uint64_t)result->centiseconds * 10);
        if (!result->passed) {
            json_put_text(json, "failed_file", result->failed_path);
            json_put_uint(json, "failed_line", result->failed_line);
            json_put_text(json, "failed_step", result->failed_step);
            json_put_text(json, "problem", result->problem);
        }
        json_close(json);
    }
    json_close_list(json);
    json_put_uint(json, "passed", results->passed);
    json_put_uint(json, "failed", results->failed);
}

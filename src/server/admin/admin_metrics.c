/* /metrics: https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4. */
#include "server/admin/admin_routes.h"

#include <inttypes.h>
#include <math.h>

/* The shortest form that reads back as the same number. */
static void write_number(Writer *out, double number)
{
    if (isnan(number))
        write_format(out, "NaN");
    else if (isinf(number))
        write_format(out, number > 0 ? "+Inf" : "-Inf");
    else if (number == floor(number) && fabs(number) < 1e15)
        write_format(out, "%.0f", number);
    else
        write_format(out, "%.9g", number);
}

/* `name` with its prefix, oisin or process. */
static void write_head(Writer *out, const char *prefix, const char *name, const char *type,
                       const char *doc)
{
    write_format(out, "# HELP %s_%s %s\n# TYPE %s_%s %s\n", prefix, name, doc, prefix, name,
                 type);
}

static void write_value(Writer *out, const char *prefix, const char *name, const char *type,
                        const char *doc, double value)
{
    write_head(out, prefix, name, type, doc);
    write_format(out, "%s_%s ", prefix, name);
    write_number(out, value);
    write_format(out, "\n");
}

static void write_labelled(Writer *out, const char *name, const char *label, const char *doc,
                           const AdminCounts *value)
{
    write_head(out, "oisin", name, "counter", doc);
    for (size_t i = 0; i < value->count; i++)
        write_format(out, "oisin_%s{%s=\"%s\"} %" PRIu64 "\n", name, label,
                     value->items[i].value, value->items[i].count);
}

/* The text has neither quotes nor backslashes: it is made by us. */
static void write_info(Writer *out, const char *name, const char *label, const char *doc,
                       Text value)
{
    write_head(out, "oisin", name, "gauge", doc);
    write_format(out, "oisin_%s{%s=\"%.*s\"} 1\n", name, label, (int)value.size, value.at);
}

static void write_counter(Writer *out, const char *name, const char *doc, uint64_t value)
{
    write_head(out, "oisin", name, "counter", doc);
    write_format(out, "oisin_%s %" PRIu64 "\n", name, value);
}

/* Our buckets hold separate counts; the format requires cumulative ones. */
static void write_histogram(Writer *out, const char *name, const char *doc,
                            const AdminHistogram *value)
{
    uint64_t count = 0;
    write_head(out, "oisin", name, "histogram", doc);
    for (size_t i = 0; i < value->bucket_count; i++) {
        count += value->buckets[i].count;
        write_format(out, "oisin_%s_bucket{le=\"", name);
        write_number(out, value->buckets[i].limit);
        write_format(out, "\"} %" PRIu64 "\n", count);
    }
    count += value->above;
    write_format(out, "oisin_%s_bucket{le=\"+Inf\"} %" PRIu64 "\noisin_%s_sum ", name, count,
                 name);
    write_number(out, value->sum);
    write_format(out, "\noisin_%s_count %" PRIu64 "\n", name, count);
}

void admin_metrics(const AdminHost *host, Writer *out)
{
    AdminMetrics metrics = {0};
    host->metrics(host->context, &metrics, out->arena);
#define GAUGE(name, doc) write_value(out, "oisin", #name, "gauge", doc, metrics.name);
#define PROCESS_GAUGE(name, doc) write_value(out, "process", #name, "gauge", doc, metrics.name);
#define PROCESS_COUNTER(name, doc)                                                             \
    write_value(out, "process", #name, "counter", doc, metrics.name);
#define LABELLED(name, label, doc) write_labelled(out, #name, #label, doc, &metrics.name);
#define INFO(name, label, doc) write_info(out, #name, #label, doc, metrics.name);
#define COUNTER(name, doc) write_counter(out, #name, doc, metrics.name);
#define HISTOGRAM(name, doc) write_histogram(out, #name, doc, &metrics.name);
#include "server/admin/admin_metrics.def"
}

void admin_metrics_describe(Writer *out)
{
    write_text(
        out,
        TEXT("# Metrics of a server\n\nThis page is written by `oisin formats server-metrics`. "
             "How to collect them: [Administering a server]"
             "(../how-to/administer-a-server.md#prometheus).\n\n| metric | type | meaning "
             "|\n|---|---|---|\n"));
#define GAUGE(name, doc) write_format(out, "| `oisin_%s` | gauge | %s |\n", #name, doc);
#define COUNTER(name, doc) write_format(out, "| `oisin_%s` | counter | %s |\n", #name, doc);
#define HISTOGRAM(name, doc) write_format(out, "| `oisin_%s` | histogram | %s |\n", #name, doc);
#define LABELLED(name, label, doc)                                                             \
    write_format(out, "| `oisin_%s{%s}` | counter | %s |\n", #name, #label, doc);
#define INFO(name, label, doc)                                                                 \
    write_format(out, "| `oisin_%s{%s}` | gauge | %s |\n", #name, #label, doc);
#define PROCESS_GAUGE(name, doc)                                                               \
    write_format(out, "| `process_%s` | gauge | %s |\n", #name, doc);
#define PROCESS_COUNTER(name, doc)                                                             \
    write_format(out, "| `process_%s` | counter | %s |\n", #name, doc);
#include "server/admin/admin_metrics.def"
}

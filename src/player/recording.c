#include "player/recording.h"

#include "base/text.h"

static const char *const direction_words[] = {"none", "so", "sw", "we", "nw",
                                              "no",   "ne", "ea", "se"};
static const char *const button_words[] = {"confirm", "cancel", "up",        "down",
                                           "left",    "right",  "inventory", "quests"};

typedef struct Parser {
    Recording *out;
    Arena *arena;
    Report *report;
    Place place;
    Text rest;
    bool ended;
} Parser;

static bool number(Parser *parser, const char *what, int64_t least, int64_t most, int64_t *out)
{
    const Text word = text_word(&parser->rest);
    if (text_number(word, least, most, out))
        return true;
    return report_error_at(parser->report, parser->place,
                           "\"%.*s\" is no %s; a number from %lld to %lld is wanted",
                           (int)word.size, word.at, what, (long long)least, (long long)most);
}

static bool word_of(Parser *parser, const char *what, const char *const *words, size_t count,
                    uint32_t *out)
{
    const Text word = text_word(&parser->rest);
    for (size_t i = 0; i < count; i++)
        if (text_is(word, words[i])) {
            *out = (uint32_t)i;
            return true;
        }
    return report_error_at(parser->report, parser->place, "\"%.*s\" is no %s", (int)word.size,
                           word.at, what);
}

static WorldInput *input_at(Parser *parser, uint32_t frame)
{
    Recording *out = parser->out;
    if (!out->count || out->items[out->count - 1].frame != frame) {
        const uint32_t held = out->count ? out->items[out->count - 1].input.direction : 0;
        *ARENA_PUSH(parser->arena, out->items, out->count) =
            (RecordedInput){frame, {.direction = held}};
    }
    return &out->items[out->count - 1].input;
}

static bool read_word(Parser *parser, Text word, WorldInput *input)
{
    int64_t value;
    uint32_t choice;
    if (text_is(word, "direction"))
        return word_of(parser, "direction", direction_words, COUNT_OF(direction_words),
                       &input->direction);
    if (text_is(word, "press")) {
        if (!word_of(parser, "button", button_words, COUNT_OF(button_words), &choice))
            return false;
        input->buttons |= 1u << choice;
        return true;
    }
    if (text_is(word, "go")) {
        int64_t x, y;
        if (!number(parser, "pixel", -1000000, 1000000, &x) ||
            !number(parser, "pixel", -1000000, 1000000, &y))
            return false;
        input->go = 1;
        input->target_x = (int32_t)x;
        input->target_y = (int32_t)y;
        return true;
    }
    const struct {
        const char *word;
        uint32_t *member;
        int64_t most;
    } numbers[] = {{"action", &input->action, 9},
                   {"item", &input->item, 9},
                   {"option", &input->option, OPTIONS_MOST}};
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (text_is(word, numbers[i].word)) {
            if (!number(parser, numbers[i].word, 1, numbers[i].most, &value))
                return false;
            *numbers[i].member = (uint32_t)value;
            return true;
        }
    return report_error_at(parser->report, parser->place, "unknown word \"%.*s\"",
                           (int)word.size, word.at);
}

static bool read_line(Parser *parser)
{
    Recording *out = parser->out;
    Text line = parser->rest;
    Text word = text_word(&line);
    int64_t value;
    if (!word.size || word.at[0] == '#')
        return true;
    if (text_is(word, "seed")) {
        parser->rest = line;
        if (!number(parser, "seed", 0, INT64_MAX, &value))
            return false;
        out->has_seed = true;
        out->seed = (uint64_t)value;
    } else {
        if (!number(parser, "frame", 0, 100000000, &value))
            return false;
        if (parser->ended || (uint32_t)value + 1 < out->frames)
            return report_error_at(parser->report, parser->place,
                                   parser->ended ? "there is more behind the end"
                                                 : "frames go back");
        out->frames = (uint32_t)value + 1;
        word = text_word(&parser->rest);
        if (text_is(word, "end")) {
            parser->ended = true;
            out->frames--;
        } else if (!read_word(parser, word, input_at(parser, (uint32_t)value))) {
            return false;
        }
    }
    word = text_word(&parser->rest);
    return !word.size ||
           report_error_at(parser->report, parser->place, "\"%.*s\" is too much in this line",
                           (int)word.size, word.at);
}

bool recording_read(Text file, Recording *out, Arena *arena, Report *report)
{
    *out = (Recording){0};
    Parser parser = {.out = out, .arena = arena, .report = report};
    for (Text line; text_line(&file, &line);) {
        parser.place.line++;
        parser.place.source = line;
        if (parser.place.line == 1 && !text_is(text_trimmed(line), "# oisin input 1"))
            return report_error_at(
                report, parser.place,
                "no recorded input: the first line is not \"# oisin input 1\"");
        parser.rest = line;
        if (!read_line(&parser))
            return false;
    }
    return parser.place.line || report_error(report, "no recorded input: the file is empty");
}

void recording_input(const Recording *recording, uint32_t frame, size_t *at, WorldInput *input)
{
    *input = (WorldInput){.direction = input->direction};
    if (*at < recording->count && recording->items[*at].frame == frame)
        *input = recording->items[(*at)++].input;
}

void recording_begin(Writer *writer, uint64_t seed)
{
    write_format(writer, "# oisin input 1\nseed %llu\n",
                 (unsigned long long)(seed & INT64_MAX));
}

void recording_write(Writer *writer, uint32_t frame, const WorldInput *before,
                     const WorldInput *input)
{
    if (input->direction != before->direction && input->direction < COUNT_OF(direction_words))
        write_format(writer, "%u direction %s\n", frame, direction_words[input->direction]);
    for (size_t i = 0; i < COUNT_OF(button_words); i++)
        if (input->buttons >> i & 1)
            write_format(writer, "%u press %s\n", frame, button_words[i]);
    if (input->action)
        write_format(writer, "%u action %u\n", frame, input->action);
    if (input->item)
        write_format(writer, "%u item %u\n", frame, input->item);
    if (input->option)
        write_format(writer, "%u option %u\n", frame, input->option);
    if (input->go)
        write_format(writer, "%u go %d %d\n", frame, input->target_x, input->target_y);
}

void recording_end(Writer *writer, uint32_t frame) { write_format(writer, "%u end\n", frame); }

/* Reading parses lines into RecordedInput, one for each tick with changes; recording_input
 * returns the input of a tick. Writing adds a line only for input that has changed. */
#include "player/recording.h"

#include "base/text.h"

/* In the order of the values of WorldInput.direction; clockwise from south. */
static const char *const direction_words[] = {"none", "so", "sw", "we", "nw",
                                              "no",   "ne", "ea", "se"};
static const char *const button_words[] = {
#define BUTTON(name, word, doc) word,
#include "engine/state/input.def"
};
static const char *const offer_words[] = {
#define OFFER(name, word, doc) word,
#include "engine/state/input.def"
};

/* Words followed by a number, and the input that they set. */
static const struct {
    const char *word;
    size_t member; /* offset of a uint32_t in WorldInput */
    int64_t max;
} numbers[] = {{"action", offsetof(WorldInput, action), 9},
               {"item", offsetof(WorldInput, item), ITEMS_MAX},
               {"belt", offsetof(WorldInput, belt), TNG_EQUIP_SLOTS},
               {"option", offsetof(WorldInput, option), OPTIONS_MAX},
               {"select", offsetof(WorldInput, select), OPTIONS_MAX},
               {"tab", offsetof(WorldInput, tab), TABS}};

typedef struct Parser {
    Recording *out;
    Arena *arena;
    Report *report;
    SourcePosition position;
    Text rest;
    bool ended;
} Parser;

/* Takes the next word. On error `out` is unchanged and the position is that of the line. */
static bool number(Parser *parser, const char *what, int64_t min, int64_t max, int64_t *out)
{
    const Text word = text_word(&parser->rest);
    if (text_number(word, min, max, out))
        return true;
    return report_error_at(parser->report, parser->position,
                           "\"%.*s\" is not a valid %s; expected a number from %lld to %lld",
                           (int)word.size, word.at, what, (long long)min, (long long)max);
}

/* Takes the next word and returns its index in `words`. */
static bool word_of(Parser *parser, const char *what, const char *const *words, size_t count,
                    uint32_t *out)
{
    const Text word = text_word(&parser->rest);
    for (size_t i = 0; i < count; i++)
        if (text_is(word, words[i])) {
            *out = (uint32_t)i;
            return true;
        }
    return report_error_at(parser->report, parser->position, "\"%.*s\" is not a valid %s",
                           (int)word.size, word.at, what);
}

/* The position of a word of the line. */
static SourcePosition word_position(const Parser *parser, Text word)
{
    SourcePosition position = parser->position;
    position.column = (uint32_t)(word.at - position.source.at) + 1;
    return position;
}

/* The rest of the line, because file names of extensions may have spaces. */
static bool read_name(Parser *parser, const char *what, RecordedName *out)
{
    const Text name = text_trimmed(parser->rest);
    *out = (RecordedName){name, word_position(parser, name)};
    parser->rest = TEXT("");
    return name.size || report_error_at(parser->report, parser->position, "expected %s", what);
}

static bool read_language(Parser *parser, RecordedName *out)
{
    enum { CODE_SIZE = 2 };
    if (!read_name(parser, "a language", out))
        return false;
    return out->name.size == CODE_SIZE ||
           report_error_at(parser->report, out->position,
                           "\"%.*s\" is not a language; expected two letters, such as \"de\"",
                           (int)out->name.size, out->name.at);
}

/* Lines of one frame share an item. A new one starts with the held input of the previous one;
 * presses are not held. */
static RecordedInput *item_at(Parser *parser, uint32_t frame)
{
    Recording *out = parser->out;
    if (!out->count || out->items[out->count - 1].frame != frame) {
        const WorldInput none = {0};
        const WorldInput *last = out->count ? &out->items[out->count - 1].input : &none;
        *ARENA_PUSH(parser->arena, out->items, out->count) = (RecordedInput){
            .frame = frame, .input = {.direction = last->direction, .offers = last->offers}};
    }
    return &out->items[out->count - 1];
}

/* The complete list: words that are missing are no longer offered. */
static bool read_offers(Parser *parser, WorldInput *input)
{
    uint32_t choice;
    input->offers = 0;
    while (text_trimmed(parser->rest).size) {
        if (!word_of(parser, "offer", offer_words, COUNT_OF(offer_words), &choice))
            return false;
        input->offers |= 1u << choice;
    }
    return true;
}

/* The rest of the line. */
static bool read_said(Parser *parser, WorldInput *input)
{
    const Text said = text_trimmed(parser->rest);
    if (said.size >= CHAT_SIZE)
        return report_error_at(parser->report, parser->position, "more than %d bytes of text",
                               CHAT_SIZE - 1);
    input->text = arena_text(parser->arena, said).at;
    parser->rest = TEXT("");
    return true;
}

/* The rest of the line. */
static bool read_run(Parser *parser, RecordedInput *item)
{
    RecordedRun run = {.self = ENTITY_PLAYER, .code = text_trimmed(parser->rest)};
    Text rest = run.code;
    int64_t self;
    if (text_starts(rest, "#")) {
        const Text word = text_word(&rest);
        if (!text_number(text_slice(word, 1, word.size), 1, ACTORS_MAX, &self))
            return report_error_at(parser->report, parser->position,
                                   "\"%.*s\" is not the number of an actor", (int)word.size,
                                   word.at);
        run = (RecordedRun){.self = (uint32_t)self, .code = text_trimmed(rest)};
    }
    parser->rest = TEXT("");
    if (!run.code.size)
        return report_error_at(parser->report, parser->position, "no source to run");
    *ARENA_PUSH(parser->arena, item->runs, item->run_count) = run;
    return true;
}

/* Two hexadecimal digits per byte. Earlier runs of this frame were for the replaced world. */
static bool read_load(Parser *parser, RecordedInput *item)
{
    const Text word = text_word(&parser->rest);
    uint8_t *data = arena_alloc(parser->arena, word.size / 2 + 1, 1);
    for (size_t i = 0; i < word.size / 2; i++) {
        uint32_t value;
        if (!text_hex((Text){word.at + 2 * i, 2}, 2, &value))
            return report_error_at(parser->report, parser->position,
                                   "expected a saved game as hexadecimal digits");
        data[i] = (uint8_t)value;
    }
    item->load = (Bytes){data, word.size / 2};
    size_t left = 0; /* the language stays */
    for (size_t i = 0; i < item->run_count; i++)
        if (!item->runs[i].code.size)
            item->runs[left++] = item->runs[i];
    item->run_count = left;
    return item->load.size ||
           report_error_at(parser->report, parser->position, "the saved game is empty");
}

/* One change of input. False after an error, which is reported. */
static bool read_word(Parser *parser, Text word, RecordedInput *item)
{
    WorldInput *input = &item->input;
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
    if (text_is(word, "adjust")) {
        if (!number(parser, "step", -1, 1, &value))
            return false;
        input->adjust = (int32_t)value;
        return true;
    }
    if (text_is(word, "load"))
        return read_load(parser, item);
    if (text_is(word, "run"))
        return read_run(parser, item);
    if (text_is(word, "language")) {
        RecordedName language;
        if (!read_language(parser, &language))
            return false;
        *ARENA_PUSH(parser->arena, item->runs, item->run_count) =
            (RecordedRun){.language = language.name, .position = language.position};
        return true;
    }
    if (text_is(word, "offers"))
        return read_offers(parser, input);
    if (text_is(word, "say"))
        return read_said(parser, input);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        if (text_is(word, numbers[i].word)) {
            if (!number(parser, numbers[i].word, 1, numbers[i].max, &value))
                return false;
            *(uint32_t *)(void *)((char *)input + numbers[i].member) = (uint32_t)value;
            return true;
        }
    return report_error_at(parser->report, parser->position, "unknown word \"%.*s\"",
                           (int)word.size, word.at);
}

/* Lines before the first frame describe the start; all others begin with a frame number, which
 * must not decrease. `frames` is 1 + the last frame, or the frame of "end". */
static bool read_line(Parser *parser)
{
    Recording *out = parser->out;
    Text line = parser->rest;
    Text word = text_word(&line);
    int64_t value;
    if (!word.size || word.at[0] == '#')
        return true;
    if (text_is(word, "skip-menu")) {
        parser->rest = line;
        out->skip_menu = true;
    } else if (text_is(word, "seed")) {
        parser->rest = line;
        if (!number(parser, "seed", 0, INT64_MAX, &value))
            return false;
        out->has_seed = true;
        out->seed = (uint64_t)value;
    } else if (text_is(word, "language")) {
        parser->rest = line;
        if (!read_language(parser, &out->language))
            return false;
    } else if (text_is(word, "extension")) {
        parser->rest = line;
        if (!read_name(parser, "the name of an extension",
                       ARENA_PUSH(parser->arena, out->extensions, out->extension_count)))
            return false;
    } else {
        if (!number(parser, "frame", 0, 100000000, &value))
            return false;
        if (parser->ended || (uint32_t)value + 1 < out->frames)
            return report_error_at(parser->report, parser->position,
                                   parser->ended ? "input after the end"
                                                 : "frame numbers decrease");
        out->frames = (uint32_t)value + 1;
        word = text_word(&parser->rest);
        if (text_is(word, "end")) {
            parser->ended = true;
            out->frames--;
        } else if (!read_word(parser, word, item_at(parser, (uint32_t)value))) {
            return false;
        }
    }
    word = text_word(&parser->rest);
    return !word.size ||
           report_error_at(parser->report, parser->position,
                           "\"%.*s\" is unexpected in this line", (int)word.size, word.at);
}

/* Stops at the first error: later lines would be applied to a wrong state. */
bool recording_read(Text file, Recording *out, Arena *arena, Report *report)
{
    *out = (Recording){0};
    Parser parser = {.out = out, .arena = arena, .report = report};
    file = text_without_mark(file);
    for (Text line; text_line(&file, &line);) {
        parser.position.line++;
        parser.position.source = line;
        if (parser.position.line == 1 && !text_is(text_trimmed(line), "# oisin input 1"))
            return report_error_at(
                report, parser.position,
                "not a recording: the first line is not \"# oisin input 1\"");
        parser.rest = line;
        if (!read_line(&parser))
            return false;
    }
    return parser.position.line || report_error(report, "not a recording: the file is empty");
}

/* SIZE_MAX if the game has no such language. */
size_t recording_language(const TngFile *game, Text code)
{
    for (size_t i = 0; i < tng_language_count(game); i++) {
        const TngLanguage *language = tng_language(game, i)->record;
        if (text_equal((Text){language->code, sizeof language->code}, code))
            return i;
    }
    return SIZE_MAX;
}

static bool check_language(const TngFile *game, Text code, SourcePosition position,
                           Report *report)
{
    return !code.size || recording_language(game, code) != SIZE_MAX ||
           report_error_at(report, position, "the game has no language \"%.*s\"",
                           (int)code.size, code.at);
}

/* Extensions must be given in the recorded order. More of them than recorded are only a
 * warning: recordings without a language are from a version that did not list extensions. */
bool recording_check(const Recording *recording, const TngFile *game, const Text *extensions,
                     size_t extension_count, Report *report)
{
    bool ok =
        check_language(game, recording->language.name, recording->language.position, report);
    for (size_t i = 0; i < recording->extension_count; i++) {
        const RecordedName *wanted = &recording->extensions[i];
        if (i < extension_count && text_equal(extensions[i], wanted->name))
            continue;
        bool given = false;
        for (size_t k = 0; k < extension_count; k++)
            given |= text_equal(extensions[k], wanted->name);
        ok = report_error_at(report, wanted->position,
                             given ? "the recording was made with extension \"%.*s\" at "
                                     "another place; give the extensions in the same order"
                                   : "the recording was made with extension \"%.*s\"; list it "
                                     "after the game",
                             (int)wanted->name.size, wanted->name.at);
    }
    if (ok && recording->language.name.size && extension_count > recording->extension_count)
        report_warning(report, "the recording was made without extension \"%.*s\"",
                       (int)extensions[recording->extension_count].size,
                       extensions[recording->extension_count].at);
    for (size_t i = 0; i < recording->count; i++)
        for (size_t k = 0; k < recording->items[i].run_count; k++) {
            const RecordedRun *run = &recording->items[i].runs[k];
            ok &= check_language(game, run->language, run->position, report);
        }
    return ok;
}

/* `at` is the index of the next item; the caller keeps it. Between items only held input
 * remains. */
void recording_input(const Recording *recording, uint32_t frame, size_t *at, WorldInput *input)
{
    *input = (WorldInput){.direction = input->direction, .offers = input->offers};
    if (*at < recording->count && recording->items[*at].frame == frame)
        *input = recording->items[(*at)++].input;
}

/* The seed is cut to 63 bits, because read_line() reads it as a signed number. */
void recording_begin(Writer *writer, const Recording *start)
{
    write_format(writer, "# oisin input 1\nseed %llu\n%s",
                 (unsigned long long)(start->seed & INT64_MAX),
                 start->skip_menu ? "skip-menu\n" : "");
    if (start->language.name.size)
        write_format(writer, "language %.*s\n", (int)start->language.name.size,
                     start->language.name.at);
    for (size_t i = 0; i < start->extension_count; i++)
        write_format(writer, "extension %.*s\n", (int)start->extensions[i].name.size,
                     start->extensions[i].name.at);
}

/* Held input is written when it changes, presses in each frame that has them. */
void recording_write(Writer *writer, uint32_t frame, const WorldInput *before,
                     const WorldInput *input)
{
    if (input->direction != before->direction && input->direction < COUNT_OF(direction_words))
        write_format(writer, "%u direction %s\n", frame, direction_words[input->direction]);
    if (input->offers != before->offers) {
        write_format(writer, "%u offers", frame);
        for (size_t i = 0; i < COUNT_OF(offer_words); i++)
            if (input->offers >> i & 1)
                write_format(writer, " %s", offer_words[i]);
        write_format(writer, "\n");
    }
    for (size_t i = 0; i < COUNT_OF(button_words); i++)
        if (input->buttons >> i & 1)
            write_format(writer, "%u press %s\n", frame, button_words[i]);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) {
        const uint32_t value =
            *(const uint32_t *)(const void *)((const char *)input + numbers[i].member);
        if (value)
            write_format(writer, "%u %s %u\n", frame, numbers[i].word, value);
    }
    if (input->adjust)
        write_format(writer, "%u adjust %d\n", frame, input->adjust);
    if (input->text)
        write_format(writer, "%u say %s\n", frame, input->text);
    if (input->go)
        write_format(writer, "%u go %d %d\n", frame, input->target_x, input->target_y);
}

void recording_load(Writer *writer, uint32_t frame, Bytes save)
{
    static const char digits[] = "0123456789abcdef";
    write_format(writer, "%u load ", frame);
    for (size_t i = 0; i < save.size; i++) {
        write_u8(writer, (uint8_t)digits[save.data[i] >> 4]);
        write_u8(writer, (uint8_t)digits[save.data[i] & 15]);
    }
    write_u8(writer, '\n');
}

/* Code and language share RecordedRun, since their order within a frame matters. */
void recording_run(Writer *writer, uint32_t frame, const RecordedRun *run)
{
    if (!run->code.size) {
        write_format(writer, "%u language %.*s\n", frame, (int)run->language.size,
                     run->language.at);
        return;
    }
    write_format(writer, "%u run ", frame);
    if (run->self != ENTITY_PLAYER)
        write_format(writer, "#%u ", run->self);
    write_format(writer, "%.*s\n", (int)run->code.size, run->code.at);
}

/* The bytes before the input of `frame`. Loads, runs and languages of that frame happened
 * before its tick and are kept. */
size_t recording_size(Text written, uint32_t frame)
{
    Text rest = written;
    for (Text line; text_line(&rest, &line);) {
        const size_t at = (size_t)(line.at - written.at);
        int64_t number;
        if (!text_number(text_word(&line), 0, UINT32_MAX, &number) || number < frame)
            continue;
        const Text word = text_word(&line);
        if (number > frame ||
            !(text_is(word, "load") || text_is(word, "run") || text_is(word, "language")))
            return at;
    }
    return written.size;
}

void recording_end(Writer *writer, uint32_t frame) { write_format(writer, "%u end\n", frame); }

#include "render/render_internal.h"

static const struct {
    char code[3];
    const char *words[WORDS];
} languages[] = {
#define WORD(name, en, de, fr, es) [WORD_##name] = en,
    {"en",
     {
#include "render/words.def"
     }},
#define WORD(name, en, de, fr, es) [WORD_##name] = de,
    {"de",
     {
#include "render/words.def"
     }},
#define WORD(name, en, de, fr, es) [WORD_##name] = fr,
    {"fr",
     {
#include "render/words.def"
     }},
#define WORD(name, en, de, fr, es) [WORD_##name] = es,
    {"es",
     {
#include "render/words.def"
     }},
};

/* Further languages: a file each, with WORD(name, text), SENTENCE(English, text), and
 * NUMBERED(name, text) for nine words that end with 1 to 9. */
typedef struct Sentence {
    const char *english, *text;
} Sentence;

#define LANGUAGES(ROW) ROW(it) ROW(ja) ROW(pl) ROW(ru) ROW(zh)

static const char *const it_words[WORDS] = {
#include "render/languages/as_words.h"
#include "render/languages/it.def"
};
static const Sentence it_sentences[] = {
#include "render/languages/as_sentences.h"
#include "render/languages/it.def"
};
static const char *const ja_words[WORDS] = {
#include "render/languages/as_words.h"
#include "render/languages/ja.def"
};
static const Sentence ja_sentences[] = {
#include "render/languages/as_sentences.h"
#include "render/languages/ja.def"
};
static const char *const pl_words[WORDS] = {
#include "render/languages/as_words.h"
#include "render/languages/pl.def"
};
static const Sentence pl_sentences[] = {
#include "render/languages/as_sentences.h"
#include "render/languages/pl.def"
};
static const char *const ru_words[WORDS] = {
#include "render/languages/as_words.h"
#include "render/languages/ru.def"
};
static const Sentence ru_sentences[] = {
#include "render/languages/as_sentences.h"
#include "render/languages/ru.def"
};
static const char *const zh_words[WORDS] = {
#include "render/languages/as_words.h"
#include "render/languages/zh.def"
};
static const Sentence zh_sentences[] = {
#include "render/languages/as_sentences.h"
#include "render/languages/zh.def"
};

static const struct {
    char code[3];
    const char *const *words;
    const Sentence *sentences;
    size_t sentence_count;
} more_languages[] = {
#define ROW(code) {#code, code##_words, code##_sentences, COUNT_OF(code##_sentences)},
    LANGUAGES(ROW)
#undef ROW
};

Text word_in(const char *code, Word word)
{
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (!strcmp(languages[i].code, code))
            return text_of(languages[i].words[word]);
    for (size_t i = 0; i < COUNT_OF(more_languages); i++)
        if (!strcmp(more_languages[i].code, code) && more_languages[i].words[word])
            return text_of(more_languages[i].words[word]);
    return text_of(languages[0].words[word]);
}

Text word_of(const Renderer *renderer, Word word)
{
    return word_in(renderer->content->code, word);
}

static const struct {
    const char *english;
    struct {
        char code[3];
        const char *words;
    } others[3];
} sentences[] = {
#define SENTENCE(en, de, fr, es) {en, {{"de", de}, {"fr", fr}, {"es", es}}},
#include "render/sentences.def"
};

Text sentence_in(const char *code, Text english)
{
    for (size_t i = 0; i < COUNT_OF(sentences); i++)
        for (size_t k = 0; text_is(english, sentences[i].english) && k < 3; k++)
            if (!strcmp(sentences[i].others[k].code, code))
                return text_of(sentences[i].others[k].words);
    for (size_t i = 0; i < COUNT_OF(more_languages); i++)
        for (size_t k = 0;
             !strcmp(more_languages[i].code, code) && k < more_languages[i].sentence_count; k++)
            if (text_is(english, more_languages[i].sentences[k].english))
                return text_of(more_languages[i].sentences[k].text);
    return english;
}

Text render_language(const Renderer *renderer, size_t language, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const TngSection *section = tng_language(renderer->content->game, language);
    const TngLanguage *record = section ? section->record : NULL;
    TngTexts texts;
    if (!record)
        return TEXT("");
    /* The name of a language is one of its texts. */
    if (tng_texts(section, &texts, arena, &silent) && record->name < texts.count &&
        texts.items[record->name].size)
        return texts.items[record->name];
    return arena_text(arena, (Text){record->code, 2});
}

size_t render_language_index(const Renderer *renderer) { return renderer->content->language; }

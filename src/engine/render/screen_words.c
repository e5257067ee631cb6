/* The table of languages and its lookups. Each language is a generated file (.inc) with its
 * words and sentences; a language without a word falls back to English. */
#include "engine/render/render_internal.h"

static const char *const en_words[WORDS] = {
#define WORD(name, text) [WORD_##name] = text,
#include "engine/render/screen_words.def"
};

/* A message of a server or a connection; server/protocol/protocol.def and
 * server/client/client.c have the English ones. Others, of administrators or of the operating
 * system, are shown unchanged.
 */
typedef struct Sentence {
    const char *english, *text;
} Sentence;

#define LANGUAGE ar
#define LANGUAGE_FILE "languages/ar.inc"
#include "engine/languages/language.h"
#define LANGUAGE de
#define LANGUAGE_FILE "languages/de.inc"
#include "engine/languages/language.h"
#define LANGUAGE es
#define LANGUAGE_FILE "languages/es.inc"
#include "engine/languages/language.h"
#define LANGUAGE fr
#define LANGUAGE_FILE "languages/fr.inc"
#include "engine/languages/language.h"
#define LANGUAGE it
#define LANGUAGE_FILE "languages/it.inc"
#include "engine/languages/language.h"
#define LANGUAGE ja
#define LANGUAGE_FILE "languages/ja.inc"
#include "engine/languages/language.h"
#define LANGUAGE pl
#define LANGUAGE_FILE "languages/pl.inc"
#include "engine/languages/language.h"
#define LANGUAGE ru
#define LANGUAGE_FILE "languages/ru.inc"
#include "engine/languages/language.h"
#define LANGUAGE zh
#define LANGUAGE_FILE "languages/zh.inc"
#include "engine/languages/language.h"

static const struct {
    char code[3];
    const char *const *words;
    const Sentence *sentences;
    size_t sentence_count;
} languages[] = {
#define LANGUAGE(code)                                                                         \
    {                                                                                          \
#code, code##_words, code##_sentences, COUNT_OF(code##_sentences)                      \
    }
    LANGUAGE(ar), LANGUAGE(de), LANGUAGE(es), LANGUAGE(fr), LANGUAGE(it),
    LANGUAGE(ja), LANGUAGE(pl), LANGUAGE(ru), LANGUAGE(zh),
#undef LANGUAGE
};

Text word_in(const char *code, Word word)
{
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (!strcmp(languages[i].code, code) && languages[i].words[word])
            return text_of(languages[i].words[word]);
    return text_of(en_words[word]);
}

Text word_of(const Renderer *renderer, Word word)
{
    return word_in(renderer->content->code, word);
}

Text sentence_in(const char *code, Text english)
{
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        for (size_t k = 0; !strcmp(languages[i].code, code) && k < languages[i].sentence_count;
             k++)
            if (text_is(english, languages[i].sentences[k].english))
                return text_of(languages[i].sentences[k].text);
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

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

Text word_in(const char *code, Word word)
{
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (!strcmp(languages[i].code, code))
            return text_of(languages[i].words[word]);
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

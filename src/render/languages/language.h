/* No guard: each inclusion defines the tables LANGUAGE_words and LANGUAGE_sentences, for example
 * de_words and de_sentences, from the file LANGUAGE_FILE. Its rows:
 *
 * WORD(name, text)          a text of words.def
 * NUMBERED(name, text)      nine of them: name1 is the text and 1
 * SENTENCE(English, text)   a message of a server or a connection */
#define JOINED(a, b) a##b
#define TABLE(language, kind) JOINED(language, kind)

static const char *const TABLE(LANGUAGE, _words)[WORDS] = {
#define WORD(name, text) [WORD_##name] = text,
#define NUMBERED(name, text)                                                                   \
    [WORD_##name##1] = text "1", [WORD_##name##2] = text "2", [WORD_##name##3] = text "3",     \
    [WORD_##name##4] = text "4", [WORD_##name##5] = text "5", [WORD_##name##6] = text "6",     \
    [WORD_##name##7] = text "7", [WORD_##name##8] = text "8", [WORD_##name##9] = text "9",
#define SENTENCE(english, text)
#include LANGUAGE_FILE
};

static const Sentence TABLE(LANGUAGE, _sentences)[] = {
#define WORD(name, text)
#define NUMBERED(name, text)
#define SENTENCE(english, text) {english, text},
#include LANGUAGE_FILE
};

#undef TABLE
#undef JOINED
#undef LANGUAGE
#undef LANGUAGE_FILE

/* No guard: each inclusion defines the tables LANGUAGE_words and LANGUAGE_sentences, for example
 * de_words and de_sentences, from the file LANGUAGE_FILE, which tools/po_rows.sh makes of
 * LANGUAGE.po. Its rows:
 *
 * WORD(name, text)          a text of screen_words.def
 * SENTENCE(English, text)   a message of a server or a connection */
#define JOINED(a, b) a##b
#define TABLE(language, kind) JOINED(language, kind)

static const char *const TABLE(LANGUAGE, _words)[WORDS] = {
#define WORD(name, text) [WORD_##name] = text,
#define SENTENCE(english, text)
#include LANGUAGE_FILE
};

static const Sentence TABLE(LANGUAGE, _sentences)[] = {
#define WORD(name, text)
#define SENTENCE(english, text) {english, text},
#include LANGUAGE_FILE
};

#undef TABLE
#undef JOINED
#undef LANGUAGE
#undef LANGUAGE_FILE

/* No guard: each inclusion turns the next language file into elements of an array of
 * sentences. */
#define WORD(name, text)
#define NUMBERED(name, text)
#define SENTENCE(english, text) {english, text},

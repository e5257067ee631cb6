/* No guard: each inclusion turns the next language file into elements of an array of words. */
#define WORD(name, text) [WORD_##name] = text,
#define NUMBERED(name, text)                                                                   \
    [WORD_##name##1] = text "1", [WORD_##name##2] = text "2", [WORD_##name##3] = text "3",     \
    [WORD_##name##4] = text "4", [WORD_##name##5] = text "5", [WORD_##name##6] = text "6",     \
    [WORD_##name##7] = text "7", [WORD_##name##8] = text "8", [WORD_##name##9] = text "9",
#define SENTENCE(english, text)

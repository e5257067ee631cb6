/* No guard: the end of each language file. */
#undef WORD
#undef NUMBERED
#undef SENTENCE

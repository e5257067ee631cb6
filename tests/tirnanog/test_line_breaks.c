/* Line breaking by Unicode's rules: its own tests (Debian's package unicode-data), and ICU,
 * another implementation of UAX 14. */
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/fonts/line_breaks.h"

#include <stdio.h>

#include <unicode/ubrk.h>
#include <unicode/ustring.h>

/* "× 0023 × 0020 ÷ 0023 ÷": a break is possible at ÷. */
static void all_tests_of_unicode_pass(void **state)
{
    Kit *kit = *state;
    FILE *file = fopen("/usr/share/unicode/auxiliary/LineBreakTest.txt", "r");
    char line[4096];
    size_t tests = 0, failed = 0;
    if (!file) {
        print_message("skipped: unicode-data is not installed\n");
        skip();
    }
    while (fgets(line, sizeof line, file)) {
        uint32_t codes[64];
        bool wanted[64];
        size_t count = 0;
        line[strcspn(line, "#\n")] = 0;
        for (char *word = strtok(line, " \t"), *mark = NULL; word; word = strtok(NULL, " \t"))
            if (*word >= '0' && *word <= 'F') {
                wanted[count] = strcmp(mark, "÷") == 0;
                codes[count++] = (uint32_t)strtoul(word, NULL, 16);
            } else {
                mark = word;
            }
        const bool *breaks = line_breaks_codes(codes, count, kit->arena);
        bool ok = true;
        for (size_t i = 1; i < count; i++)
            ok &= breaks[i] == wanted[i];
        tests += count > 0;
        failed += !ok;
        for (size_t i = 0; !ok && i < count && failed < 20; i++)
            print_message("%s U+%04X%s", i && breaks[i] ? "÷" : "×", codes[i],
                          i + 1 < count ? "" : "\n");
    }
    fclose(file);
    assert_true(tests > 7000);
    assert_int_equal(failed, 0);
}

/* Sentences of people who write such games, with the marks of their languages. */
static const char *const sentences[] = {
    "The old gate (closed since 1987!) will not open; try the well-known back door.",
    "He said \"wait\" and left... 3.5 of 10 coins, 50% off, $20 or 20€.",
    "„Zażółć gęślą jaźń” – rzekł smok, a potem zasnął. Cena: 12,50 zł!",
    "„Größe ist nicht alles“, sagte der Zwerg; »Komm mit!« – und ging.",
    "« Bonjour ! » dit-il ; « qui êtes-vous ? » L'épée coûte 15 %.",
    "¿Quién eres? ¡Corre! «Nadie», dijo él (en voz baja).",
    "Он сказал: «Подожди!» — и ушёл… Цена 5 монет.",
    "昔々、ある所に「お爺さん」と『お婆さん』が住んでいました。（山奥の話です）",
    "ちょっと待って！ファーストフードはどこ？キャッシュ・カードをどうぞ……。",
    "「っ」で始まる行はない。々も、ヽヾゝゞもない〜。",
    "他说：“你好！”然后走了。《山海经》（古书）很有名……",
    "그는 \"기다려!\"라고 말했다. 옛날 옛적에, 호랑이가 살았다.",
    "שלום עולם! \"חכה\", אמר הזקן (בשקט).",
    "مرحبا بالعالم! قال: «انتظر»، ثم رحل.",
    "Ο γέρος είπε: «Περίμενε!» και έφυγε;",
    "https://example.org/a/b?c=d and/or x-1, C++ & C#, 12:30-13:00, [ok] {fine}.",
    "soft\u00adhyphen zero\u200bwidth no\u00a0break word\u2060joiner em\u2014dash en\u2013dash",
};

static void breaks_agree_with_icu(void **state)
{
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(sentences); i++) {
        const Text text = text_of(sentences[i]);
        const bool *ours = line_breaks_text(text, kit->arena);
        UErrorCode error = U_ZERO_ERROR;
        UText *utext = utext_openUTF8(NULL, text.at, (int64_t)text.size, &error);
        UBreakIterator *icu = ubrk_open(UBRK_LINE, "en@lb=strict", NULL, 0, &error);
        ubrk_setUText(icu, utext, &error);
        assert_true(U_SUCCESS(error));
        for (size_t at = 0; at < text.size; utf8_next(text, &at))
            if (at && ours[at] != ubrk_isBoundary(icu, (int32_t)at))
                fail_msg("\"%.*s|%s\": %s", (int)at, text.at, text.at + at,
                         ours[at] ? "ICU has no break" : "ICU has a break");
        ubrk_close(icu);
        utext_close(utext);
    }
}

/* The marks of shared/audit/reports/12 and 13, between ideographs: each is next to its text. */
static void marks_stay_with_their_text(void **state)
{
    Kit *kit = *state;
    static const char opening[] = "「『（【《〈［｛〔“‘(";
    static const char closing[] =
        "］｝〕々・…‥”’)!?,.:;"
        "｡｣､〜ゝヽーっゃゅょッャュョ、。」』）】》〉！？，．：；ァィゥェォヮヵヶぁぃぅぇぉㇰㇿ";
    const Text marks[] = {text_of(opening), text_of(closing)};
    for (size_t set = 0; set < 2; set++)
        for (size_t at = 0; at < marks[set].size;) {
            const size_t from = at;
            const uint32_t code = utf8_next(marks[set], &at);
            const Text text =
                arena_format(kit->arena, "山%.*s山", (int)(at - from), marks[set].at + from);
            const bool *breaks = line_breaks_text(text, kit->arena);
            if (breaks[set ? strlen("山") : text.size - strlen("山")])
                fail_msg("U+%04X %s a line", code, set ? "begins" : "ends");
        }
}

static void breaks_are_at_characters_of_any_text(void **state)
{
    Kit *kit = *state;
    uint8_t bytes[64];
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        const size_t size = (size_t)round % sizeof bytes;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
        const Text text = {(const char *)bytes, size};
        const bool *breaks = line_breaks_text(text, kit->arena);
        assert_false(breaks[0]);
        for (size_t at = 0, next = 0; at < size; at = next) {
            utf8_next(text, &next);
            for (size_t i = at + 1; i < next; i++)
                assert_false(breaks[i]);
        }
        if (round % 100 == 0)
            kit_clear(kit);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(all_tests_of_unicode_pass),
        TEST(breaks_agree_with_icu),
        TEST(marks_stay_with_their_text),
        TEST(breaks_are_at_characters_of_any_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

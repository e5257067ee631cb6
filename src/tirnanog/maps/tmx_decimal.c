/* Parses a decimal number with an exponent to thousandths. Digits beyond the range of the
 * integer only count for the exponent, so any length of input is accepted. */
#include "tirnanog/maps/tmx_decimal.h"

enum { EXPONENT_MAX = 400 };

static bool digit_at(Text text, size_t i, int *digit)
{
    *digit = i < text.size ? text.at[i] - '0' : -1;
    return *digit >= 0 && *digit <= 9;
}

static bool char_at(Text text, size_t i, char wanted)
{
    return i < text.size && text.at[i] == wanted;
}

/* Parses e-05; `*i` is unchanged if there is no exponent. */
static int64_t read_exponent(Text text, size_t *i)
{
    int digit;
    size_t at = *i;
    int64_t exponent = 0;
    if (!char_at(text, at, 'e') && !char_at(text, at, 'E'))
        return 0;
    const bool negative = char_at(text, ++at, '-');
    at += negative || char_at(text, at, '+');
    if (!digit_at(text, at, &digit))
        return 0;
    for (; digit_at(text, at, &digit); at++)
        exponent = exponent > EXPONENT_MAX ? exponent : exponent * 10 + digit;
    *i = at;
    return negative ? -exponent : exponent;
}

/* value * 10^power, rounded; returns false on overflow. */
static bool scale(int64_t value, int64_t power, int64_t *out)
{
    const int64_t most = INT64_C(1000000000000);
    for (; power > 0 && value && value <= most; power--)
        value *= 10;
    int64_t last = 0;
    for (; power < 0 && (value || last); power++) {
        last = value % 10;
        value /= 10;
    }
    value += last >= 5;
    *out = value;
    return value <= most;
}

bool decimal_read(Text *rest, int64_t *out)
{
    const Text text = *rest;
    const bool negative = char_at(text, 0, '-');
    size_t i = negative || char_at(text, 0, '+'), count = 0;
    int64_t value = 0, power = 3, magnitude;
    int digit;
    for (bool behind_point = false;; i++) {
        if (!behind_point && char_at(text, i, '.')) {
            behind_point = true;
            continue;
        }
        if (!digit_at(text, i, &digit))
            break;
        const bool fits = value < INT64_C(100000000000000000);
        value = fits ? value * 10 + digit : value;
        power += !fits - behind_point;
        count++;
    }
    if (!count)
        return false;
    power += read_exponent(text, &i);
    if (!scale(value, power, &magnitude))
        return false;
    *rest = text_slice(text, i, text.size);
    *out = negative ? -magnitude : magnitude;
    return true;
}

/* Applies the rules for names, with libicu. Parts, in order: opening libicu; folded forms and
 * skeletons; checks. Most names are ASCII: their forms are made without libicu, from a table
 * that it has filled at the start. */
#include "server/accounts/player_names.h"

#include <locale.h>
#include <stdlib.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <wctype.h>

enum { ASCII = 128, ASCII_FORM_MAX = 7 /* bytes of the skeleton of one ASCII letter */ };

struct PlayerNames {
    USpoofChecker *checker;
    USet *letters; /* that the standard recommends, and the three marks */
    const UNormalizer2 *folding;
    locale_t locale;
    /* Skeletons of ASCII letters, computed once: most names consist of them. */
    char ascii[ASCII][ASCII_FORM_MAX + 1];
};

static const char *const reserved_words[] = {
#define RESERVED(word) word,
#include "server/accounts/reserved_words.def"
};

/* ---- opening ---- */

static size_t skeleton_of(const PlayerNames *names, Text text, char *out, size_t capacity)
{
    UErrorCode error = U_ZERO_ERROR;
    const int32_t size = uspoof_getSkeletonUTF8(names->checker, 0, text.at, (int32_t)text.size,
                                                out, (int32_t)capacity, &error);
    if (U_FAILURE(error) && error != U_BUFFER_OVERFLOW_ERROR)
        return 0;
    return size < 0 ? 0 : (size_t)size < capacity ? (size_t)size : capacity;
}

static bool is_mark(uint32_t c) { return c == ' ' || c == '-' || c == '\''; }

static void fill_ascii(PlayerNames *names)
{
    for (char c = 1; c < ASCII - 1; c++)
        if (!is_mark((uint32_t)c))
            skeleton_of(names, (Text){&c, 1}, names->ascii[(unsigned)c], ASCII_FORM_MAX);
}

static void set_up(PlayerNames *names, UErrorCode *error)
{
    names->checker = uspoof_open(error);
    names->folding = unorm2_getNFKCCasefoldInstance(error);
    uspoof_setRestrictionLevel(names->checker, USPOOF_HIGHLY_RESTRICTIVE);
    uspoof_setChecks(names->checker,
                     USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_CHAR_LIMIT |
                         USPOOF_MIXED_NUMBERS,
                     error);
    const USet *recommended = uspoof_getRecommendedSet(error);
    if (U_FAILURE(*error))
        return;
    names->letters = uset_cloneAsThawed(recommended);
    uset_add(names->letters, ' ');
    uset_add(names->letters, '-');
    uset_add(names->letters, '\'');
    uspoof_setAllowedChars(names->checker, names->letters, error);
}

PlayerNames *player_names_new(Report *report)
{
    UErrorCode error = U_ZERO_ERROR;
    PlayerNames *names = calloc(1, sizeof *names);
    if (!names) {
        report_error(report, "out of memory");
        return NULL;
    }
    names->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    set_up(names, &error);
    if (names->locale && U_SUCCESS(error)) {
        fill_ascii(names);
        return names;
    }
    if (names->locale)
        report_error(report, "libicu cannot check names: %s", u_errorName(error));
    else
        report_error(report, "the C library does not have the locale C.UTF-8");
    player_names_free(names);
    return NULL;
}

void player_names_free(PlayerNames *names)
{
    if (!names)
        return;
    uspoof_close(names->checker);
    uset_close(names->letters);
    if (names->locale)
        freelocale(names->locale);
    free(names);
}

/* ---- forms of a name ---- */

static bool is_ascii(Text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((uint8_t)text.at[i] >= ASCII)
            return false;
    return true;
}

static Text ascii_folded(Text name, Arena *arena)
{
    char *out = ARENA_ALLOC(arena, char, name.size + 1);
    for (size_t i = 0; i < name.size; i++)
        out[i] = (char)(name.at[i] >= 'A' && name.at[i] <= 'Z' ? name.at[i] + 32 : name.at[i]);
    return (Text){out, name.size};
}

static Text ascii_capitals(Text name, Arena *arena)
{
    char *out = ARENA_ALLOC(arena, char, name.size + 1);
    for (size_t i = 0; i < name.size; i++)
        out[i] = (char)(name.at[i] >= 'a' && name.at[i] <= 'z' ? name.at[i] - 32 : name.at[i]);
    return (Text){out, name.size};
}

Text name_folded(const PlayerNames *names, Text name, Arena *arena)
{
    UErrorCode error = U_ZERO_ERROR;
    UChar wide[NAME_FORM_MAX], folded[NAME_FORM_MAX];
    char out[NAME_FORM_MAX * 3];
    int32_t wide_size = 0, size = 0;
    if (is_ascii(name))
        return ascii_folded(name, arena);
    u_strFromUTF8(wide, NAME_FORM_MAX, &wide_size, name.at, (int32_t)name.size, &error);
    const int32_t folded_size =
        unorm2_normalize(names->folding, wide, wide_size, folded, NAME_FORM_MAX, &error);
    u_strToUTF8(out, (int32_t)sizeof out, &size, folded, folded_size, &error);
    /* Text that is too long or not UTF-8 is not a name: it stays unchanged. */
    return U_FAILURE(error) || size > NAME_FORM_MAX
               ? arena_text(arena, name)
               : arena_text(arena, (Text){out, (size_t)size});
}

/* Spaces, hyphens and apostrophes are left out. */
static Text skeleton(const PlayerNames *names, char which, Text name, Arena *arena)
{
    char bare[NAME_FORM_MAX], out[1 + NAME_FORM_MAX];
    size_t size = 0, filled = 1;
    out[0] = which;
    for (size_t i = 0; i < name.size && size < sizeof bare; i++)
        if (!is_mark((uint8_t)name.at[i]))
            bare[size++] = name.at[i];
    const Text text = {bare, size};
    const bool ascii = is_ascii(text);
    if (!ascii)
        filled += skeleton_of(names, text, out + 1, NAME_FORM_MAX);
    for (size_t i = 0; ascii && i < size; i++)
        for (const char *form = names->ascii[(unsigned)bare[i]]; *form && filled < sizeof out;
             form++)
            out[filled++] = *form;
    return arena_text(arena, (Text){out, filled});
}

NameSkeletons name_skeletons(const PlayerNames *names, Text name, Arena *arena)
{
    return (NameSkeletons){{skeleton(names, '=', name, arena),
                            skeleton(names, '~', name_folded(names, name, arena), arena)}};
}

/* ---- checks ---- */

/* The C library classifies them as letters, but they are invisible. */
static bool is_invisible(uint32_t c)
{
    return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0;
}

bool name_letter(const PlayerNames *names, uint32_t character)
{
    return iswalnum_l((wint_t)character, names->locale) && !is_invisible(character);
}

static bool has_shape(const PlayerNames *names, Text name)
{
    size_t letters = 0;
    uint32_t before = ' ';
    if (name.size > NAME_BYTES_MAX || utf8_invalid(name) < name.size)
        return false;
    for (size_t at = 0; at < name.size; letters++) {
        const uint32_t c = utf8_next(name, &at);
        const bool letter = name_letter(names, c);
        if (!letter && (!is_mark(c) || !letters || (c == ' ' && before == ' ')))
            return false;
        before = c;
    }
    return letters >= NAME_LETTERS_MIN && letters <= NAME_LETTERS_MAX && before != ' ';
}

static Text looks_of(const PlayerNames *names, Text word, Arena *arena)
{
    return skeleton(names, '=', word, arena);
}

static Text looks_folded(const PlayerNames *names, Text word, Arena *arena)
{
    return name_folded(names, looks_of(names, word, arena), arena);
}

/* "Adrnin" looks like "Admin" in small letters, "ADM1N" in capitals. */
static bool is_reserved(const PlayerNames *names, Text word, Arena *arena)
{
    const Text folded = name_folded(names, word, arena);
    const Text looks = looks_of(names, word, arena);
    const Text small[] = {looks_folded(names, word, arena), looks_folded(names, folded, arena)};
    const Text capitals = looks_of(names, ascii_capitals(folded, arena), arena);
    for (size_t i = 0; i < COUNT_OF(reserved_words); i++) {
        const Text reserved = text_of(reserved_words[i]);
        const Text like = looks_folded(names, reserved, arena);
        const Text like_capitals = looks_of(names, ascii_capitals(reserved, arena), arena);
        if (text_equal(folded, reserved) || text_equal(small[0], like) ||
            text_equal(small[1], like) || text_equal(looks, like_capitals) ||
            text_equal(capitals, like_capitals))
            return true;
    }
    return false;
}

/* Each word of the name, and the name without its marks. */
static bool has_reserved_word(const PlayerNames *names, Text name)
{
    Arena *arena = arena_new();
    char *whole = ARENA_ALLOC(arena, char, name.size + 1);
    size_t size = 0, from = 0;
    bool found = false;
    for (size_t i = 0; i <= name.size; i++) {
        if (i < name.size && !is_mark((uint8_t)name.at[i])) {
            whole[size++] = name.at[i];
            continue;
        }
        found = found || is_reserved(names, text_slice(name, from, i), arena);
        from = i + 1;
    }
    found = found || is_reserved(names, (Text){whole, size}, arena);
    arena_free(arena);
    return found;
}

NameFault name_fault(const PlayerNames *names, Text name)
{
    UErrorCode error = U_ZERO_ERROR;
    if (!has_shape(names, name))
        return NAME_SHAPE;
    const int32_t found =
        uspoof_check2UTF8(names->checker, name.at, (int32_t)name.size, NULL, &error);
    if (U_FAILURE(error) || found & (USPOOF_CHAR_LIMIT | USPOOF_INVISIBLE))
        return NAME_LETTERS;
    if (found & (USPOOF_RESTRICTION_LEVEL | USPOOF_MIXED_NUMBERS))
        return NAME_SCRIPTS;
    return has_reserved_word(names, name) ? NAME_RESERVED : NAME_GOOD;
}

Text name_fault_text(NameFault fault)
{
    switch (fault) {
    case NAME_LETTERS:
        return TEXT("this name has letters that are not used in names");
    case NAME_SCRIPTS:
        return TEXT("this name mixes letters of different scripts");
    case NAME_RESERVED:
        return TEXT("this name has a word that is reserved for the staff");
    case NAME_GOOD:
    case NAME_SHAPE:
        break;
    }
    return TEXT("");
}

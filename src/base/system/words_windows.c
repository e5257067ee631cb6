/* The program's words and its console on Windows. Parts, in order: words of a command line;
 * wildcards; the console. */
#include "base/system/process.h"

#include "base/system/windows_internal.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

typedef struct Words {
    char **items;
    size_t count;
} Words;

/* Takes the text over. Nothing can be done without memory for words. */
static void add_word(Words *words, char *text)
{
    char **more = realloc(words->items, (words->count + 2) * sizeof *more);
    if (!more || !text)
        abort();
    words->items = more;
    words->items[words->count++] = text;
    words->items[words->count] = NULL;
}

static char *narrow_copy(const wchar_t *wide)
{
    const size_t size = wcslen(wide) * 3 + 1;
    char *text = malloc(size);
    if (!text || !narrow_text(wide, text, size))
        abort();
    return text;
}

/* ---- words of a command line ---- */

/* Reads one word as programs do that Microsoft's compiler made: backslashes are themselves but
 * before a quotation mark; in quotation marks spaces belong to the word. `wild`: it has a
 * wildcard outside of quotation marks. Returns what follows; `out` has space for the line. */
static const wchar_t *read_word(const wchar_t *at, wchar_t *out, bool *wild)
{
    bool quoted = false;
    *wild = false;
    while (*at && (quoted || (*at != L' ' && *at != L'\t'))) {
        size_t slashes = 0;
        while (at[slashes] == L'\\')
            slashes++;
        if (slashes) {
            const bool marked = at[slashes] == L'"';
            at += slashes;
            for (size_t i = marked ? slashes / 2 : slashes; i; i--)
                *out++ = L'\\';
            if (marked && slashes % 2)
                *out++ = *at++;
        } else if (*at == L'"' && quoted && at[1] == L'"') {
            *out++ = L'"';
            at += 2;
        } else if (*at == L'"') {
            quoted = !quoted;
            at++;
        } else {
            *wild = *wild || (!quoted && (*at == L'*' || *at == L'?'));
            *out++ = *at++;
        }
    }
    *out = 0;
    while (*at == L' ' || *at == L'\t')
        at++;
    return at;
}

/* ---- wildcards ---- */

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t size_above(const wchar_t *word)
{
    size_t end = wcslen(word);
    while (end && word[end - 1] != L'/' && word[end - 1] != L'\\' && word[end - 1] != L':')
        end--;
    return end;
}

/* Adds the names that match, in order: the shell leaves that to programs. False: none does. As
 * in other shells, names that begin with a dot match only a word that does. */
static bool add_matches(Words *words, const wchar_t *word)
{
    const size_t above = size_above(word), first = words->count;
    WIN32_FIND_DATAW found;
    if (wcspbrk(word, L"*?") < word + above)
        return false; /* in the name of a folder */
    const HANDLE search = FindFirstFileW(word, &found);
    if (search == INVALID_HANDLE_VALUE)
        return false;
    do {
        wchar_t *name = found.cFileName, whole[MAX_PATH * 2];
        if ((name[0] == L'.' && word[above] != L'.') || !wcscmp(name, L".") ||
            !wcscmp(name, L"..") || above + wcslen(name) >= MAX_PATH * 2)
            continue;
        memcpy(whole, word, above * sizeof *whole);
        wcscpy(whole + above, name);
        add_word(words, narrow_copy(whole));
    } while (FindNextFileW(search, &found));
    FindClose(search);
    if (words->count > first)
        qsort(words->items + first, words->count - first, sizeof *words->items, compare_words);
    return words->count > first;
}

/* ---- the console ---- */

static UINT output_before, input_before;

static void restore_console(void)
{
    SetConsoleOutputCP(output_before);
    SetConsoleCP(input_before);
}

/* It gets UTF-8, and understands colours; it belongs to other programs afterwards. */
static void set_console(void)
{
    static const DWORD streams[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        const HANDLE stream = GetStdHandle(streams[i]);
        DWORD mode;
        if (GetConsoleMode(stream, &mode))
            SetConsoleMode(stream, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
    output_before = GetConsoleOutputCP();
    input_before = GetConsoleCP();
    if (output_before && SetConsoleOutputCP(CP_UTF8) && SetConsoleCP(CP_UTF8))
        atexit(restore_console);
}

/* Without a console a program has no standard streams; what it prints goes nowhere then. */
static void set_stream(FILE *stream, const char *how)
{
    if (_fileno(stream) >= 0 || freopen("NUL", how, stream))
        _setmode(_fileno(stream), _O_BINARY);
}

void program_begin(int *count, char ***words)
{
    set_stream(stdin, "rb");
    set_stream(stdout, "wb");
    set_stream(stderr, "wb");
    set_console();
    const wchar_t *line = GetCommandLineW();
    wchar_t *word = malloc((wcslen(line) + 1) * sizeof *word);
    Words all = {0};
    if (!word)
        abort();
    while (*line) {
        bool wild;
        line = read_word(line, word, &wild);
        if (!wild || !all.count || !add_matches(&all, word))
            add_word(&all, narrow_copy(word));
    }
    free(word);
    if (!all.count)
        return;
    *count = (int)all.count;
    *words = all.items;
}

bool output_is_abandoned(void)
{
    return GetFileType(GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
}

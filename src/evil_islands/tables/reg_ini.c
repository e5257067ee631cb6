/* Writes INI text; reg_ini_read.c reads it. Parts, in order: texts without quotes; writing;
 * whole files. Each text is read back after it was written: if that does not give the same
 * file, the file's bytes are added ("#!exact"). */
#include "evil_islands/tables/reg_ini_internal.h"

#include "base/game_text.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define EXACT "#!exact "

/* Whether a text needs no quotes; `forbidden` lists the characters that end it. */
static bool is_plain(Text text, const char *forbidden)
{
    if (text.size && (ini_is_blank(text.at[0]) || ini_is_blank(text.at[text.size - 1])))
        return false;
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.at[i] < ' ' || text.at[i] == 127 ||
            strchr(forbidden, text.at[i]))
            return false;
    return true;
}

/* ---- writing ---- */

static void put_quoted(Writer *out, Text text, Arena *arena)
{
    write_u8(out, '"');
    text = game_text_decode(text, arena); /* controls are ASCII in every encoding */
    for (size_t i = 0; i < text.size; i++) {
        const unsigned char c = (unsigned char)text.at[i];
        if (c == '"' || c == '\\')
            write_format(out, "\\%c", c);
        else if (c == '\n' || c == '\r' || c == '\t')
            write_format(out, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
        else if (c < ' ' || c == 127)
            write_format(out, "\\x%02x", c);
        else
            write_u8(out, c);
    }
    write_u8(out, '"');
}

static void put_name(Writer *out, Text name, Arena *arena)
{
    if (name.size && name.at[0] != ';' && is_plain(name, "=[]\"#"))
        write_text(out, game_text_decode(name, arena));
    else
        put_quoted(out, name, arena);
}

static void put_text(Writer *out, Text text, Arena *arena)
{
    uint32_t bits;
    if (is_plain(text, "\"#") && !ini_looks_like_int(text) && !ini_looks_like_float(text) &&
        !ini_looks_like_bits(text, &bits))
        write_text(out, game_text_decode(text, arena));
    else
        put_quoted(out, text, arena);
}

static void put_float(Writer *out, uint32_t bits)
{
    char digits[FLOAT_DIGITS];
    float number;
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number)) {
        write_format(out, "0x%08x", bits);
        return;
    }
    text_float(number, digits);
    write_text(out, text_of(digits));
    if (!strpbrk(digits, ".e"))
        write_text(out, TEXT(".0"));
}

static void put_key(Writer *out, const RegKey *key, Arena *arena)
{
    for (size_t i = 0; i < key->count || i == 0; i++) {
        put_name(out, key->name, arena);
        if (key->array && key->count == 1)
            write_text(out, TEXT("[]"));
        if (!key->count)
            write_format(out, "[%s]", reg_type_names[key->type]);
        write_u8(out, '=');
        if (!key->count)
            ;
        else if (key->type == REG_TEXT)
            put_text(out, key->values[i].text, arena);
        else if (key->type == REG_FLOAT)
            put_float(out, key->values[i].bits);
        else
            write_format(out, "%d", (int32_t)key->values[i].bits);
        write_u8(out, '\n');
    }
}

Text reg_ini_write(const Reg *reg, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < reg->count; i++) {
        const RegSection *section = &reg->sections[i];
        write_text(&out, i ? TEXT("\n[") : TEXT("["));
        put_name(&out, section->name, arena);
        write_text(&out, TEXT("]\n"));
        for (size_t j = 0; j < section->count; j++)
            put_key(&out, &section->keys[j], arena);
    }
    return writer_text(&out);
}

/* ---- whole files ---- */

bool reg_to_ini(Bytes file, Text *out, Arena *arena, Report *report)
{
    Reg reg, again;
    Bytes back;
    Report silent = report_to(NULL, NULL);
    if (!reg_read(file, &reg, arena, report))
        return false;
    *out = reg_ini_write(&reg, arena);
    if (reg_ini_read(*out, &again, arena, &silent) &&
        reg_write(&again, &back, arena, &silent) && bytes_equal(back, file))
        return true;
    Writer with = writer_to(arena);
    write_text(&with, *out);
    write_text(&with, TEXT("\n" EXACT));
    for (size_t i = 0; i < file.size; i++)
        write_format(&with, "%02x", file.data[i]);
    write_u8(&with, '\n');
    *out = writer_text(&with);
    return true;
}

/* Extracts the line with the bytes, if there is one; `*rest` is the text before it. */
static bool take_exact(Text text, Text *rest, Bytes *out, Arena *arena)
{
    size_t line = 0;
    if (!text.size) /* may be NULL */
        return false;
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] == '\n' && text_starts(text_slice(text, i + 1, text.size), EXACT))
            line = i + 1;
    Text after = text_slice(text, line, text.size), hex;
    if (!text_line(&after, &hex) || !text_starts(hex, EXACT))
        return false;
    hex = text_trimmed(hex);
    *rest = text_slice(text, 0, line);
    return hex_decode(text_slice(hex, sizeof EXACT - 1, hex.size), out, arena);
}

/* Whether two texts have the same lines, ignoring line ends and empty lines. */
static bool same_lines(Text a, Text b)
{
    Text x = TEXT(""), y = TEXT("");
    for (;;) {
        bool more_a, more_b;
        do
            more_a = text_line(&a, &x);
        while (more_a && !text_trimmed(x).size);
        do
            more_b = text_line(&b, &y);
        while (more_b && !text_trimmed(y).size);
        if (!more_a || !more_b)
            return more_a == more_b;
        if (!text_equal(x, y))
            return false;
    }
}

bool ini_to_reg(Text text, Bytes *out, Arena *arena, Report *report)
{
    Reg reg;
    Bytes exact;
    Text rest;
    Report silent = report_to(NULL, NULL);
    if (take_exact(text, &rest, &exact, arena)) {
        if (reg_read(exact, &reg, arena, &silent) &&
            same_lines(reg_ini_write(&reg, arena), rest)) {
            *out = exact;
            return true;
        }
        report_warning(report, "the text was edited: \"" EXACT
                               "\" is ignored, and the file is written in canonical form");
    }
    return reg_ini_read(text, &reg, arena, report) && reg_write(&reg, out, arena, report);
}

/* A REG file: read, checked, turned into JSON and INI and back. The same bytes as INI. */
#include "lossless.h"

#include "evil_islands/tables/reg_ini.h"

static void as_reg(Bytes file, Arena *arena)
{
    Reg reg;
    Report report = report_to(NULL, NULL);
    if (!reg_read(file, &reg, arena, &report)) {
        if (report.errors != 1)
            abort(); /* said once */
        return;
    }
    Text text;
    Bytes back;
    if (!lossless("reg", file, arena) || !reg_to_ini(file, &text, arena, &report) ||
        !ini_to_reg(text, &back, arena, &report) || !bytes_equal(back, file))
        abort(); /* not a bit may be lost */
}

static void as_ini(Bytes file, Arena *arena)
{
    Bytes reg, again;
    Text text;
    Report report = report_to(NULL, NULL);
    if (!ini_to_reg(text_of_bytes(file), &reg, arena, &report))
        return;
    if (!reg_to_ini(reg, &text, arena, &report) || !ini_to_reg(text, &again, arena, &report) ||
        !bytes_equal(again, reg))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    const Bytes file = {data, size};
    reg_check(file, arena, &report);
    as_reg(file, arena);
    as_ini(file, arena);
    arena_free(arena);
    return 0;
}

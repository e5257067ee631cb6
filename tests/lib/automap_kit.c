#include "automap_kit.h"

#include "base/stream.h"

/* Masks around the middle, clockwise from the north: odd ones are diagonal. */
enum { AROUND = 8 };
static const uint8_t ring[AROUND] = {1, 2, 5, 8, 7, 6, 3, 0};

static void write_rule(Writer *out, unsigned bits, const char *ground, const char *over)
{
    const char *masks[9] = {"-", "-", "-", "-", ground, "-", "-", "-", "-"};
    for (unsigned i = 0; i < AROUND; i++)
        if (bits >> i & 1)
            masks[ring[i]] = over;
    for (unsigned i = 0; i < COUNT_OF(masks); i++)
        write_format(out, "%s%s", i ? " " : "", masks[i]);
    write_format(out, "\n");
}

/* Each corner is that of the other terrain through one of three cells. */
static void write_corners(Writer *out, unsigned corners, unsigned bits, unsigned next,
                          const char *ground, const char *over)
{
    while (next < 4 && !(corners >> next & 1))
        next++;
    if (next == 4) {
        write_rule(out, bits, ground, over);
        return;
    }
    const unsigned corner = next * 2 + 1;
    for (unsigned i = 0; i < 3; i++)
        write_corners(out, corners, bits | 1u << ((corner + AROUND - 1 + i) % AROUND), next + 1,
                      ground, over);
}

static unsigned bit_count(unsigned bits) { return (unsigned)__builtin_popcount(bits); }

/* The 4 edges of these places, and their corners that do not follow from edges. */
static bool is_mixed(unsigned bits)
{
    for (unsigned i = 1; i < AROUND; i += 2)
        if (bits >> i & 1 && (bits >> (i - 1) & 1 || bits >> ((i + 1) % AROUND) & 1))
            return false;
    return true;
}

static bool is_wanted(RuleShape shape, unsigned bits)
{
    const unsigned edges = 0x55;
    return bits && (shape == RULES_CORNERS ? bits < 16
                    : shape == RULES_MIXED ? is_mixed(bits)
                                           : !(bits & ~edges));
}

RuleFile *automap_rules(RuleShape shape, const char *ground, const char *over, size_t *count,
                        Arena *arena)
{
    RuleFile *files = NULL;
    *count = 0;
    for (unsigned edges = 5; edges-- > 0;)
        for (unsigned all = 9; all-- > 0;)
            for (unsigned bits = 0; bits < 256; bits++) {
                if (!is_wanted(shape, bits) || bit_count(bits) != all ||
                    bit_count(bits & 0x55) != edges)
                    continue;
                Writer out = writer_to(arena);
                write_format(&out, "TirNanoG TileRule\n");
                if (shape == RULES_CORNERS)
                    write_corners(&out, bits, 0, 0, ground, over);
                else
                    write_rule(&out, bits, ground, shape == RULES_WALL ? ground : over);
                write_u8(&out, 0);
                const RuleFile file = {
                    arena_format(arena, "%s_%03u", ground, (unsigned)*count).at,
                    (const char *)out.data};
                *ARENA_PUSH(arena, files, *count) = file;
            }
    return files;
}

const char *automap_map(const uint32_t *cells, uint32_t side, const char *orientation,
                        Arena *arena)
{
    Writer out = writer_to(arena);
    write_format(&out,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" "
                 "orientation=\"%s\" width=\"%u\" height=\"%u\" tilewidth=\"32\" "
                 "tileheight=\"32\">\n <tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n "
                 "<layer id=\"1\" name=\"ground 1\" width=\"%u\" height=\"%u\">\n  <data "
                 "encoding=\"csv\">\n",
                 orientation, side, side, side, side);
    for (size_t i = 0; i < (size_t)side * side; i++)
        write_format(&out, "%u%s", cells[i],
                     i + 1 == (size_t)side * side ? "\n"
                     : (i + 1) % side             ? ","
                                                  : ",\n");
    write_format(&out, "</data>\n </layer>\n</map>\n");
    write_u8(&out, 0);
    return (const char *)out.data;
}

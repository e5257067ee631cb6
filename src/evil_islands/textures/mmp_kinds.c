/* The kinds of pixels of .mmp textures, by word and by number. */
#include "evil_islands/textures/mmp.h"

const MmpKindRow mmp_kinds[MMP_KIND_COUNT] = {
#define MASK(mask, shift, count)                                                               \
    {                                                                                          \
        mask, shift, count                                                                     \
    }
#define KIND(name, word, in_dds, fourcc, bits, a, r, g, b, doc)                                \
    {word, doc, in_dds, fourcc, bits, {a, r, g, b}},
#include "evil_islands/textures/mmp_kinds.def"
#undef KIND
#undef MASK
};

bool mmp_kind_named(Text word, MmpKind *out)
{
    for (size_t i = 0; i < MMP_KIND_COUNT; i++)
        if (text_is(word, mmp_kinds[i].word)) {
            *out = (MmpKind)i;
            return true;
        }
    return false;
}

bool mmp_kind_of(uint32_t fourcc, MmpKind *out)
{
    for (size_t i = 0; i < MMP_KIND_COUNT; i++)
        if (mmp_kinds[i].fourcc == fourcc) {
            *out = (MmpKind)i;
            return true;
        }
    return false;
}

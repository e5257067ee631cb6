/* The table of ranges, made of the rows of tng_ranges.def, and its search by member. */
#include "tirnanog/container/tng_ranges.h"

static const TngRange ranges[] = {
#define RANGE(record, member, least, most) {&record##_layout, #member, least, most},
#include "tirnanog/container/tng_ranges.def"
#undef RANGE
};

const TngRange *tng_range(const Field *field)
{
    for (size_t i = 0; i < COUNT_OF(ranges); i++)
        if (!strcmp(field->name, ranges[i].member) &&
            layout_field(ranges[i].record, text_of(ranges[i].member)) == field)
            return &ranges[i];
    return NULL;
}

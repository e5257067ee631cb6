/* Internal declarations of the record module. */
#ifndef OISIN_BASE_RECORD_INTERNAL_H
#define OISIN_BASE_RECORD_INTERNAL_H

#include "base/record.h"

/* The `size` bytes at `offset` of the C struct, as a number. */
static inline uint64_t record_number(const void *record, size_t offset, size_t size)
{
    uint64_t value = 0;
    memcpy(&value, (const char *)record + offset, size);
    return value;
}

/* The member is a pointer into the arena; other members contain their values. */
static inline bool field_is_pointer(const Field *field)
{
    return field->shape == SHAPE_LIST || field->shape == SHAPE_ARRAY ||
           field->shape == SHAPE_ALL;
}

/* A single value, which JSON shows without a list. */
static inline bool field_is_single(const Field *field)
{
    return field->shape == SHAPE_FIELD || field->shape == SHAPE_WHEN ||
           field->shape == SHAPE_ASIDE;
}

#endif

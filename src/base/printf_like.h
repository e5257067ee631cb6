/* PRINTF_LIKE(format, first): a function's parameter `format` is a format as that of printf,
 * and the compiler checks the arguments from `first` on against it; counted from 1. */
#ifndef OISIN_BASE_PRINTF_LIKE_H
#define OISIN_BASE_PRINTF_LIKE_H

/* gcc's `printf` is that of the target's library, which for Windows lacks what C99 added; all
 * programs here have the standard's, which gcc calls gnu_printf. clang has one name for it. */
#ifdef __clang__
#define PRINTF_LIKE(format_at, first) __attribute__((format(printf, format_at, first)))
#else
#define PRINTF_LIKE(format_at, first) __attribute__((format(gnu_printf, format_at, first)))
#endif

#endif

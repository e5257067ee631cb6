/* Internal declarations of the CPK module. */
#ifndef OISIN_MAGES_ARCHIVES_CPK_INTERNAL_H
#define OISIN_MAGES_ARCHIVES_CPK_INTERNAL_H

#include "mages/archives/cpk.h"

/* The tables (by CpkKind) and the entries (from CPK_KINDS on), sorted by their position. */
uint32_t *cpk_order(const Cpk *cpk, Arena *arena);

/* The name of a row: with its folder; a number if it has none. */
Text cpk_toc_name(const CriTable *toc, size_t row, uint32_t id, Arena *arena);

/* Where the offsets of the TOC count from. */
uint64_t cpk_toc_base(const Cpk *cpk);

/* The number of files in the sizes of an ITOC, of which its column `files` has the number. */
size_t cpk_size_rows(const CriTable *itoc, const char *files, const CriTable *sizes);

/* The mode of an archive: its files have numbers (0), names (1), or both (2). */
unsigned cpk_mode(const Cpk *cpk);

/* Whether the entries of an archive without names have increasing numbers as names. */
bool cpk_numbers_check(const Cpk *cpk, Report *report);

#endif

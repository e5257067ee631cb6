/* What is in a folder: the hashes of all files, and what killed jobs have left. */
#ifndef OISIN_TESTS_TREE_KIT_H
#define OISIN_TESTS_TREE_KIT_H

#include "kit.h"

typedef struct TreeFile {
    Text path; /* relative */
    uint64_t hash;
} TreeFile;

typedef struct Tree {
    TreeFile *items; /* ordered by path; without those in staging folders */
    size_t count;
    bool staged, pending; /* there is a staging folder; one with a journal */
    Arena *arena;
} Tree;

/* Without files named `ignored`. */
Tree tree_read(const char *folder, const char *ignored, Arena *arena);
/* NULL: there is no such file. */
const TreeFile *tree_find(const Tree *tree, Text path);
bool tree_has(const Tree *tree, const TreeFile *file);
bool tree_has_content(const Tree *tree, uint64_t hash);
bool tree_equal(const Tree *one, const Tree *other);

#endif

/* Lookup of files by name: the files of a folder, and the members of Evil Islands archives
 * among them. Folders in names and the case of letters are ignored, as in the game. */
#ifndef OISIN_EVIL_ISLANDS_ARCHIVES_FILE_STORE_H
#define OISIN_EVIL_ISLANDS_ARCHIVES_FILE_STORE_H

#include "base/hash.h"
#include "base/path.h"
#include "base/report.h"
#include "kit/formats/file_list.h"

typedef struct StoredFile {
    Text name; /* without folders; UTF-8 */
    Bytes bytes;
} StoredFile;

typedef struct FileStore {
    StoredFile *items;
    size_t count;
    Table names;
    Arena *arena;
} FileStore;

FileStore file_store(Arena *arena);
/* If several files have the same name, the first one is found. */
void file_store_add(FileStore *store, Text name, Bytes bytes);
/* Adds the members of an archive in the order of its table: item i is entry i of a store that
 * was empty. */
bool file_store_add_archive(FileStore *store, Bytes archive, Report *report);
/* Adds files; archives among them are added together with their members. A damaged archive is
 * an error. */
bool file_store_add_files(FileStore *store, const ProjectFiles *files, Report *report);
/* Index of a file; -1 if there is none. */
int64_t file_store_index(const FileStore *store, Text name);
/* NULL if there is none. */
const StoredFile *file_store_find(const FileStore *store, Text name);

/* The function `beside` of a ConversionFolder (conversion.h) whose context is a store. */
bool file_store_beside(void *store, Text name, Bytes *out, Arena *arena);

/* A name without folders, in ASCII lower case: the key for comparing names. */
Text path_key(Text name, Arena *arena);
#endif

/* Files found by name: those of a folder, and the members of Evil Islands archives among
 * them. Folders in names do not count, nor do capital letters, as in the game. */
#ifndef OISIN_CONVERT_FILE_STORE_H
#define OISIN_CONVERT_FILE_STORE_H

#include "base/hash.h"
#include "base/path.h"
#include "base/report.h"
#include "project/files.h"

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
/* Of several files of a name the first is found. */
void file_store_add(FileStore *store, Text name, Bytes bytes);
/* The members of an archive, in the order of its table: item i is entry i of an empty store. */
bool file_store_add_archive(FileStore *store, Bytes archive, Report *report);
/* Files; of archives among them their members, too. A damaged archive is an error. */
bool file_store_add_files(FileStore *store, const ProjectFiles *files, Report *report);
/* Its index; -1 if there is none. */
int64_t file_store_index(const FileStore *store, Text name);
/* NULL if there is none. */
const StoredFile *file_store_find(const FileStore *store, Text name);

/* A name without folders in small letters (of ASCII), as names compare. */
Text path_key(Text name, Arena *arena);
#endif

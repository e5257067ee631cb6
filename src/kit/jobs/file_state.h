/* What of a file's status changes with its contents.
 *
 * As for git's index, the state of a file stands for its contents: device, identity (inode),
 * size, mode and times of change. The time of change (ctime) cannot be set by programs, so that
 * `cp -p` and `touch` are noticed. A file that has changed within the same tick of the clock in
 * which it was looked at may change again in it, with the same state: it is not settled, and
 * its state must not be kept.
 *
 * Not noticed, nor by git: a program that writes through a shared memory mapping, since only
 * its first write to a page gives the file another time; and on file systems whose ctime is the
 * mtime (FAT, some of FUSE), another file of the same size and time in the same place. */
#ifndef OISIN_KIT_JOBS_FILE_STATE_H
#define OISIN_KIT_JOBS_FILE_STATE_H

#include "base/system/files.h"
#include "base/text.h"
#include "kit/formats/result_cache.h"

typedef struct FileState {
    uint64_t device, identity, size, mode;
    int64_t changed, written;
} FileState;

FileState file_state(const FileInfo *info);

/* Of a file with this name: 128 bits of a hash. */
CacheKey file_state_key(Text name, const FileInfo *info);

/* Whether another change after `now` would have another time. File systems that count whole
 * seconds (and two, as FAT) have no nanoseconds; others count up to 10 ms at a time. `now` is
 * of file_clock(). */
bool file_is_settled(const FileInfo *info, int64_t now);

#endif

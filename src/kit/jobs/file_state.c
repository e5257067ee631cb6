/* States of files, and whether they are settled. On file systems whose times are whole seconds
 * (FAT: two), a file must be older than that, which is assumed if the nanoseconds are 0. */
#include "kit/jobs/file_state.h"

FileState file_state(const struct stat *status)
{
    return (FileState){(uint64_t)status->st_dev,
                       (uint64_t)status->st_ino,
                       (uint64_t)status->st_size,
                       (uint64_t)status->st_mode,
                       {(uint64_t)status->st_ctim.tv_sec, (uint64_t)status->st_ctim.tv_nsec},
                       {(uint64_t)status->st_mtim.tv_sec, (uint64_t)status->st_mtim.tv_nsec}};
}

CacheKey file_state_key(Text name, const struct stat *status)
{
    const FileState state = file_state(status);
    CacheKey key = {0, 1};
    cache_key_add(&key, bytes_of_text(name));
    cache_key_add(&key, (Bytes){(const uint8_t *)&state, sizeof state});
    return key;
}

static bool is_before(const struct timespec *change, const struct timespec *now)
{
    enum { COARSE_SECONDS = 3 };
    const int64_t second = 1000000000, margin = second / 50;
    const int64_t since =
        (now->tv_sec - change->tv_sec) * second + now->tv_nsec - change->tv_nsec;
    return change->tv_nsec == 0 ? since > COARSE_SECONDS * second : since > margin;
}

bool file_is_settled(const struct stat *status, const struct timespec *now)
{
    return is_before(&status->st_ctim, now) && is_before(&status->st_mtim, now);
}

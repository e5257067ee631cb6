/* States of files, and whether they are settled. On file systems whose times are whole seconds
 * (FAT: two), a file must be older than that, which is assumed if the nanoseconds are 0. */
#include "kit/jobs/file_state.h"

FileState file_state(const FileInfo *info)
{
    return (FileState){info->device, info->identity, info->size,
                       info->mode,   info->changed,  info->modified};
}

CacheKey file_state_key(Text name, const FileInfo *info)
{
    const FileState state = file_state(info);
    CacheKey key = {0, 1};
    cache_key_add(&key, bytes_of_text(name));
    cache_key_add(&key, (Bytes){(const uint8_t *)&state, sizeof state});
    return key;
}

static bool is_before(int64_t change, int64_t now)
{
    const int64_t second = 1000000000, coarse = 3 * second, margin = second / 50;
    return change < now - (change % second == 0 ? coarse : margin);
}

bool file_is_settled(const FileInfo *info, int64_t now)
{
    return is_before(info->changed, now) && is_before(info->modified, now);
}

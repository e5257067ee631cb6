/* Every call of the allocator in this program is counted, in any thread; the sanitizers have
 * their own and are not counted. */
#ifndef OISIN_TESTS_MALLOC_KIT_H
#define OISIN_TESTS_MALLOC_KIT_H

#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

extern atomic_size_t taken;
extern _Thread_local size_t taken_here; /* by this thread alone */

#endif

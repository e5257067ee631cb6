# Deflate only: no bzip2, xz, zstd, encryption.
cat > lib/config.h <<END
#ifndef HAD_CONFIG_H
#define HAD_CONFIG_H
#include "zipconf.h"
#define HAVE_DIRENT_H
#define HAVE_FILENO
#define HAVE_FSEEKO
#define HAVE_FTELLO
#define HAVE_SNPRINTF
#define HAVE_STDBOOL_H
#define HAVE_STRCASECMP
#define HAVE_STRDUP
#define HAVE_STRINGS_H
#define HAVE_STRTOLL
#define HAVE_STRTOULL
#define HAVE_UNISTD_H
#define HAVE__CLOSE
#define HAVE__DUP
#define HAVE__FDOPEN
#define HAVE__FILENO
#define HAVE__SETMODE
#define HAVE__STRDUP
#define HAVE__STRICMP
#define HAVE__UMASK
#define HAVE__UNLINK
#define SIZEOF_OFF_T 8
#define SIZEOF_SIZE_T 8
#define PACKAGE "libzip"
#define VERSION "$version"
#endif
END
minor=$(echo "$version" | cut -d. -f2)
sed "s/\${libzip_VERSION}/$version/; s/\${libzip_VERSION_MAJOR}/${version%%.*}/; s/\${libzip_VERSION_MINOR}/$minor/
    s/\${libzip_VERSION_PATCH}/${version##*.}/; s/#cmakedefine ZIP_STATIC/#define ZIP_STATIC/
    s/\${ZIP_NULLABLE_DEFINES}/#define _Nullable\n#define _Nonnull/; s/\${LIBZIP_TYPES_INCLUDE}/#include <stdint.h>/
    s/typedef \${.*} zip_\(.*\);/typedef \1 zip_\1;/" cmake-zipconf.h.in > lib/zipconf.h
# Each row of zip.h is `#define ZIP_ER_x NUMBER /* TYPE TEXT */`.
rows='s|^#define ZIP_ER_[A-Z_]* [0-9]*[ \t]*/\* \([NSZ]\) \(.*\) \*/|'
{
    echo '#include "zipint.h"'
    echo 'const char *const _zip_err_str[] = {'
    sed -n "$rows\"\\2\",|p" lib/zip.h
    echo '};'
    echo 'const int _zip_nerr_str = sizeof(_zip_err_str) / sizeof(_zip_err_str[0]);'
    echo 'enum { N = ZIP_ET_NONE, S = ZIP_ET_SYS, Z = ZIP_ET_ZLIB };'
    echo 'const int _zip_err_type[] = {'
    sed -n "$rows\\1,|p" lib/zip.h
    echo '};'
} > lib/zip_err_str.c
library zip "-Ilib -DHAVE_CONFIG_H -D_FILE_OFFSET_BITS=64" $(ls lib/*.c | grep -v \
    '_bzip2\|_xz\|_crypto_\|_aes\|_mkstempm\|_random_u\|_stdio_named')
headers . lib/zip.h lib/zipconf.h

[ $system = web ] && processor= || processor=lib/x86/cpu_features.c
library deflate "-I." lib/adler32.c lib/crc32.c lib/deflate_compress.c lib/deflate_decompress.c lib/gzip_compress.c \
    lib/gzip_decompress.c lib/utils.c $processor lib/zlib_compress.c lib/zlib_decompress.c
headers . libdeflate.h

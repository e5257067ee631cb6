library zstd "-DXXH_NAMESPACE=ZSTD_ -DZSTD_DISABLE_ASM -D__USE_MINGW_ANSI_STDIO=1" lib/common/*.c lib/compress/*.c \
    lib/decompress/*.c lib/dictBuilder/*.c
headers . lib/zstd.h lib/zstd_errors.h lib/zdict.h

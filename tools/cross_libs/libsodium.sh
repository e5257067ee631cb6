# Portable code only: no assembler, no SIMD.
cp builds/msvc/version.h src/libsodium/include/sodium
folder=src/libsodium/include
library sodium "-I$folder -I$folder/sodium -DSODIUM_STATIC -DCONFIGURED=1 -DNATIVE_LITTLE_ENDIAN -DHAVE_TI_MODE" \
    $(find src/libsodium -name '*.c' | sort)
headers . src/libsodium/include/sodium.h
headers sodium src/libsodium/include/sodium/*.h

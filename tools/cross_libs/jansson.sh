cp android/jansson_config.h src
: > src/jansson_private_config.h
library jansson "-Isrc -DHAVE_STDINT_H -DHAVE_SYS_TYPES_H" src/dump.c src/error.c src/hashtable.c src/hashtable_seed.c src/load.c \
    src/memory.c src/pack_unpack.c src/strbuffer.c src/strconv.c src/utf.c src/value.c src/version.c
headers . src/jansson.h src/jansson_config.h
# The format of msvcrt's own printf; programs use the standard one.
[ $system = web ] || sed -i 's/"I64d"/"lld"/' "$out/include/jansson.h"

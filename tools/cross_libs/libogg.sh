sed 's/@INCLUDE_INTTYPES_H@/1/; s/@INCLUDE_STDINT_H@/1/; s/@INCLUDE_SYS_TYPES_H@/1/; s/@SIZE16@/int16_t/; s/@USIZE16@/uint16_t/
    s/@SIZE32@/int32_t/; s/@USIZE32@/uint32_t/; s/@SIZE64@/int64_t/; s/@USIZE64@/uint64_t/' \
    include/ogg/config_types.h.in > include/ogg/config_types.h
headers ogg include/ogg/*.h
library ogg "" src/bitwise.c src/framing.c

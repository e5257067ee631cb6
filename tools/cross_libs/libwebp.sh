# libsharpyuv, which the encoder calls, is in the same archive.
library webp "-I." $(ls src/dec/*.c src/dsp/*.c src/enc/*.c src/utils/*.c sharpyuv/*.c | grep -v '_mips\|_msa\|_neon')
library webpdemux "-I." src/demux/*.c
library webpmux "-I." src/mux/*.c
headers webp src/webp/decode.h src/webp/demux.h src/webp/encode.h src/webp/mux.h src/webp/mux_types.h src/webp/types.h

# The decoder only, with which freetype reads WOFF2.
library brotlidec "-Ic/include" c/common/*.c c/dec/*.c
headers brotli c/include/brotli/decode.h c/include/brotli/port.h c/include/brotli/types.h

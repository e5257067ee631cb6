# make            the program, build/$(config)/oisin
# make demo       set up, build, build the example game, check it, play it
# make test       all tests, and the fuzz corpora once
# make bench      the table of speed
# make check      both compilers, sanitizers, clang-tidy
#
# config = debug | release | sanitize | coverage | fuzz, each in build/<config>/

config ?= release
CC ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif

OUT := build/$(config)
PACKAGES := libdeflate zlib libpng libzstd expat jansson freetype2 vorbisfile theoradec ogg sdl2

FLAGS_debug    := -O0 -g
FLAGS_release  := -O2 -g -DNDEBUG
FLAGS_sanitize := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_coverage := -O0 -g --coverage
FLAGS_fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla -Werror
CFLAGS  = -std=c11 -D_GNU_SOURCE $(WARNINGS) $(FLAGS_$(config)) -Isrc -Iinclude $(PACKAGE_CFLAGS) -MMD -MP
LDFLAGS = $(FLAGS_$(config))

# pkg-config is asked once, and only when something is built.
PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
PACKAGE_LIBS   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm -lpthread

SOURCES := $(sort $(wildcard src/*/*.c src/*/*/*.c))
MAIN    := src/cli/main.c
OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(filter-out $(MAIN),$(SOURCES)))
LIBRARY := $(OUT)/liboisin.a
PROGRAM := $(OUT)/oisin
TESTS   := $(patsubst tests/%.c,$(OUT)/tests/%,$(sort $(wildcard tests/test_*.c)))
FUZZERS := $(patsubst fuzz/%.c,$(OUT)/fuzz/%,$(sort $(wildcard fuzz/fuzz_*.c)))

all: $(PROGRAM)

$(PROGRAM): $(OUT)/src/cli/main.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(PACKAGE_LIBS)

$(LIBRARY): $(OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

$(OUT)/tests/%: $(OUT)/tests/%.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(PACKAGE_LIBS)

ifeq ($(config),fuzz)
$(OUT)/fuzz/%: $(OUT)/fuzz/%.o $(LIBRARY)
	$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(PACKAGE_LIBS)
else
$(OUT)/fuzz/%: $(OUT)/fuzz/%.o $(OUT)/fuzz/replay.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@ $^ $(PACKAGE_LIBS)
endif

-include $(OBJECTS:.o=.d) $(wildcard $(OUT)/tests/*.d $(OUT)/fuzz/*.d $(OUT)/src/cli/*.d)

clean:
	rm -rf build

.PHONY: all clean
.SECONDARY:

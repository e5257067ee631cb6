# make            the program, build/$(config)/oisin
# make demo       set up, build, build the example game, check it, play it
# make test       all tests, and the fuzz corpora once; JOBS at a time (default: one for each processor)
# make test-net   of these, only tests that use sockets, databases, windows or clocks
# make test-mages (or another wing of src/)   the tests of one wing
# make test-changed   only the tests that name a symbol of a file changed since the commit BASE (default: HEAD)
# make web        the player in the browser: build/web/page, which `oisin build --web` copies; installs emscripten
# make windows    the programs for Windows: build/windows/oisin.exe, oisin-play.exe; installs mingw and wine
# make windows-package  these as a zip file and an installer, with hashes
# make windows-tests   builds tests for Windows (tests/windows.txt) and runs them in wine
# make windows-check  a table: their results, compared with those on Linux
# make bench      the table of speed
# make check      both compilers, sanitizers, clang-tidy
# make analyze    clang-tidy, cppcheck, gcc's analyzer
#
# WINGS="mages evil_islands" builds a program that has only these wings of src/, and what they use:
# build/$(config)-mages+evil_islands/oisin. Base, kit and cli are always in it.
# CLUSTER=0 leaves out server/cluster, the bus and libnats, with all tests of these (docs/server-cluster.md):
# the program is build/$(config)-single/oisin, and `oisin serve --bus` an error.
# config = debug | release | sanitize | undefined | coverage | thread | analyze | fuzz | mutate, each in build/<config>/

config ?= release
CC ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif

CLUSTER ?= 1
ifneq ($(filter-out 0 1,$(CLUSTER)),)
$(error CLUSTER=$(CLUSTER): expected 0 or 1)
endif
ALL_WINGS := tirnanog engine mages evil_islands player server studio
WINGS ?= $(ALL_WINGS)
NO_WINGS := $(filter-out $(WINGS),$(ALL_WINGS))
ifneq ($(filter-out $(ALL_WINGS),$(WINGS)),)
$(error WINGS: there is no wing $(filter-out $(ALL_WINGS),$(WINGS)); expected some of $(ALL_WINGS))
endif
# A wing whose commands use those of another: it is of no use without it.
NEEDS_engine := tirnanog
NEEDS_player := tirnanog engine server studio
NEEDS_server := tirnanog engine
NEEDS_studio := $(filter-out studio,$(ALL_WINGS))
$(foreach wing,$(WINGS),$(foreach need,$(NEEDS_$(wing)),$(if $(filter $(need),$(WINGS)),,$(error WINGS: $(wing) needs $(need)))))
empty :=
OUT := build/$(config)$(if $(NO_WINGS),-$(subst $(empty) $(empty),+,$(strip $(WINGS))))$(if $(filter 0,$(CLUSTER)),-single)
JOBS ?= $(shell nproc)
comma := ,
# What the library and the program oisin are linked with; what is loaded when it is first used
# (src/base/lazy_libraries.def; giflib, one of these, has no .pc file); what other programs need.
LIB_PACKAGES := libdeflate libpng libzstd expat jansson fribidi
LAZY_PACKAGES := libjpeg libwebp libwebpdemux libzip freetype2 harfbuzz theoradec sndfile samplerate libebur128 vorbisenc vorbis ogg xlsxwriter libqrencode
PACKAGES := $(LIB_PACKAGES) zlib vorbisfile sdl2 fontconfig openssl libsodium sqlite3 icu-i18n icu-uc libpq libmicrohttpd libsystemd

# Texts are read aloud through libspeechd if it is installed, otherwise by the program spd-say.
ifeq ($(shell pkg-config --exists speech-dispatcher && echo yes),yes)
PACKAGES += speech-dispatcher
SPEECH_FLAGS := -DOISIN_SPEECHD
endif

ifeq ($(CLUSTER),0)
CLUSTER_FLAGS := -DOISIN_NO_CLUSTER
CLUSTER_FILES := $(wildcard src/server/cluster/*.c src/server/transport/bus*.c) $(shell grep -lE \
	'"(lib/)?(cluster|cluster_build|bus|nats)_kit.h"|"server/transport/bus|"server/cluster/' tests/test_*.c tests/*/test_*.c fuzz/fuzz_*.c bench/bench_*.c)
else
PACKAGES += libnats
endif

# Files of wings that are left out; but of tirnanog the others use some, of which those needed are linked.
PARTS_OF_tirnanog := $(wildcard src/tirnanog/fonts/*.c src/tirnanog/maps/tmx*.c) src/tirnanog/jobs/project_folder.c src/tirnanog/container/tng_sprite_names.c
upper = $(shell echo $(1) | tr a-z A-Z)
# Tables may be empty then.
WING_FLAGS := $(foreach wing,$(NO_WINGS),-DWING_$(call upper,$(wing))=0) $(if $(NO_WINGS),-Wno-type-limits)
WING_FILES := $(foreach wing,$(filter-out tirnanog,$(NO_WINGS)),$(wildcard src/$(wing)/*.c src/$(wing)/*/*.c)) \
	$(if $(filter tirnanog,$(NO_WINGS)),$(filter-out $(PARTS_OF_tirnanog),$(wildcard src/tirnanog/*/*.c))) $(if $(NO_WINGS),$(wildcard src/library/*.c))

FLAGS_debug    := -O0 -g
# As Debian's hardening=+all, but for what gcc 12 has on by default (PIE).
FLAGS_release  := -O2 -g -DNDEBUG -fdebug-prefix-map=$(CURDIR)=.
HARD_release   := -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
# Packed relocations: half a megabyte less to read at every start.
LINK_release   := -Wl,-z,relro,-z,now$(if $(shell $(LD) --help | grep pack-relative-relocs),$(comma)-z$(comma)pack-relative-relocs)
# What UBSan finds ends a program by SIGILL, whose report is ASan's, with status 99 (tools/run_test.sh). The status of
# UBSan's own reports is 1, as that of bad input, which many tests expect; and they take time and space.
FLAGS_sanitize := -O1 -g -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -fno-omit-frame-pointer
# Many programs are linked and started here: gold links faster, and fixed addresses are not relocated at each start.
LINK_sanitize  := -no-pie $(if $(shell command -v ld.gold),-fuse-ld=gold)
# The same with UBSan's reports, which have the kind of the error and the values.
FLAGS_undefined := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FLAGS_coverage := -O0 -g --coverage
FLAGS_thread   := -O1 -g -fsanitize=thread -fno-omit-frame-pointer
# gcc 12 takes lists that a loop of several rounds fills for empty, and says so of nearly all.
FLAGS_analyze  := -O1 -g -fanalyzer -Wno-analyzer-use-of-uninitialized-value
FLAGS_fuzz     := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# Shared, so that one source file can be exchanged without linking: see tools/mutate.py.
FLAGS_mutate   := -O0 -fvisibility=default
LINK_mutate    := -Wl,--no-as-needed,--allow-shlib-undefined

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wvla -Werror
# Without -ffp-contract=off a machine with fused multiply-add would compute other floats.
# One set of objects serves the program, the tests and the shared library.
CFLAGS  = -std=c11 -D_GNU_SOURCE -ffp-contract=off -fPIC -fvisibility=hidden $(WARNINGS) $(FLAGS_$(config)) $(HARD_$(config)) $(CLUSTER_FLAGS) $(WING_FLAGS) $(SPEECH_FLAGS) -Isrc -Iinclude $(PACKAGE_CFLAGS) -MMD -MP
# A test that needs three libraries starts without the fifty others.
LDFLAGS = $(FLAGS_$(config)) -Wl,--as-needed $(LINK_$(config))

# pkg-config is asked once, and only when something is built.
PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES) $(LAZY_PACKAGES) 2>/dev/null)
PACKAGE_LIBS   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lm -lpthread
# Tests, benchmarks and tools make samples by the same libraries, directly.
TEST_LIBS      := $(PACKAGE_LIBS) $(shell pkg-config --libs $(LAZY_PACKAGES) 2>/dev/null) -lgif -lwebpmux
LIB_LIBS        = $(shell pkg-config --libs $(LIB_PACKAGES)) -lm -lpthread

SOURCES := $(filter-out $(CLUSTER_FILES) $(WING_FILES) $(wildcard src/base/system/*_windows.c),$(sort $(wildcard src/*/*.c src/*/*/*.c)))
MAIN    := src/cli/main.c src/cli/program.c
OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(filter-out $(MAIN),$(SOURCES)))
INSIDE  := $(if $(filter mutate,$(config)),$(OUT)/libmutant.so $(OUT)/libinside.so,$(OUT)/libinside.a)
PROGRAM := $(OUT)/oisin
# Those that it runs for some commands: rows of src/cli/programs.def.
OTHERS  := $(addprefix $(OUT)/oisin-,$(filter-out core $(if $(filter studio,$(NO_WINGS)),view) $(NO_WINGS),$(shell sed -n 's/^PROGRAM.\([a-z]*\),.*/\1/p' src/cli/programs.def)))
TESTKIT := $(OUT)/tests/libtestkit.a
# The programs of tests/WING/test_x.c are build/$(config)/tests/test_x: all names are unique.
TEST_SOURCES := $(filter-out $(CLUSTER_FILES),$(sort $(wildcard tests/test_*.c tests/*/test_*.c)))
TESTS   := $(patsubst %.c,$(OUT)/tests/%,$(notdir $(TEST_SOURCES)))
FUZZERS := $(patsubst fuzz/%.c,$(OUT)/fuzz/%,$(sort $(wildcard fuzz/fuzz_*.c)))
# Corpora without their own target belong to formats of the registry: one target has all names.
ANY_FORMATS := $(filter-out $(FUZZERS),$(patsubst fuzz/corpus/%,$(OUT)/fuzz/fuzz_%,$(sort $(wildcard fuzz/corpus/*))))
FUZZERS += $(ANY_FORMATS)
FUZZERS := $(filter-out $(CLUSTER_FILES:%.c=$(OUT)/%),$(FUZZERS))

all: $(PROGRAM)

# The same main() with the commands of one program. Building oisin also builds the other programs.
$(PROGRAM) $(OTHERS): $(OUT)/src/cli/main.o $(INSIDE)
	@echo "  LD  $@"
	@$(CC) $(LDFLAGS) -o $@ $(filter %.o,$^) $(INSIDE) $(PACKAGE_LIBS)
$(PROGRAM): $(OUT)/src/cli/program_core.o $(OTHERS)
$(OTHERS): $(OUT)/oisin-%: $(OUT)/src/cli/program_%.o

PROGRAM_OBJECTS := $(OUT)/src/cli/program_core.o $(OTHERS:$(OUT)/oisin-%=$(OUT)/src/cli/program_%.o)
$(PROGRAM_OBJECTS): $(OUT)/src/cli/program_%.o: src/cli/program.c
	@mkdir -p $(@D)
	@echo "  CC  $< ($*)"
	@$(CC) $(CFLAGS) -DPROGRAM_IS_$* -c $< -o $@

$(OUT)/libinside.a: $(OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

# What a mutant is put in, before the library that has everything.
$(OUT)/libinside.so: $(OBJECTS)
	@$(CC) -shared -Wl,-soname,libinside.so -o $@ $^ $(PACKAGE_LIBS)
$(OUT)/libmutant.so:
	@mkdir -p $(@D)
	@$(CC) -shared -Wl,-soname,libmutant.so -o $@ -x c /dev/null

# The loop of the script machine is 5 to 9 % slower with it; src/tirnanog/script/verify.c has checked what it runs.
$(OUT)/src/tirnanog/script/machine.o: HARD_release :=

# Where the program looks for the others if the system does not say which file it is.
$(OUT)/src/kit/jobs/program_folder.o: CFLAGS += -DOISIN_PREFIX='"$(PREFIX)"'

# The texts of the player program in other languages.
LANGUAGES := $(patsubst src/engine/languages/%.po,$(OUT)/languages/%.inc,$(sort $(wildcard src/engine/languages/*.po)))
$(LANGUAGES): $(OUT)/languages/%.inc: src/engine/languages/%.po tools/po_rows.sh
	@mkdir -p $(@D)
	@tools/po_rows.sh $< > $@
$(OUT)/src/engine/render/screen_words.o $(OUT)/src/engine/render/screen_words.tidy: $(LANGUAGES)
$(OUT)/src/engine/render/screen_words.o: CFLAGS += -I$(OUT)

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $<"
	@$(CC) $(CFLAGS) -c $< -o $@

# The library for other programs: only what include/oisin.h has is seen from outside.
VERSION := $(shell sed -n 's/^\#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
SONAME  := liboisin.so.$(firstword $(subst ., ,$(VERSION)))
SHARED  := $(OUT)/lib/liboisin.so.$(VERSION)
STATIC  := $(OUT)/lib/liboisin.a
LIB_FOLDERS := base base/image engine kit tirnanog evil_islands mages studio/scenario studio/lint library
# It plays no games: it needs neither the system's fonts nor its voice.
LIB_OBJECTS := $(filter-out $(addprefix $(OUT)/src/base/system/,fonts_posix.o voice_posix.o),$(filter $(addprefix $(OUT)/src/,$(addsuffix /%,$(LIB_FOLDERS))),$(OBJECTS)))
DEFINED := $(if $(filter sanitize undefined fuzz,$(config)),,-Wl$(comma)-z$(comma)defs)

$(OUT)/lib/liboisin.map: packaging/liboisin0.symbols tools/symbol_map.sh
	@mkdir -p $(@D)
	@tools/symbol_map.sh $< > $@

$(SHARED): $(LIB_OBJECTS) $(OUT)/lib/liboisin.map
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(CC) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) $(DEFINED) -Wl,--version-script=$(OUT)/lib/liboisin.map -o $@ $(LIB_OBJECTS) $(PACKAGE_LIBS)

$(STATIC): $(LIB_OBJECTS)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	@$(LD) -r -o $(@D)/liboisin.o $^
	@objcopy --wildcard --keep-global-symbol='oisin_*' $(@D)/liboisin.o
	@rm -f $@
	@ar rcsD $@ $(@D)/liboisin.o

lib: $(SHARED) $(STATIC)

# For tools/make_deb.sh: the packages of pkg-config that are needed to link the static library.
lib-packages:
	@echo $(LIB_PACKAGES)

# What several test programs use; some fuzzers and benchmarks take their samples from it.
# malloc_kit.o replaces the allocator: only programs that ask for it get it.
KIT_OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(filter-out %/malloc_kit.c,$(sort $(wildcard tests/lib/*.c))))
$(TESTKIT): $(KIT_OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

vpath test_%.c $(sort $(dir $(TEST_SOURCES)))
$(OUT)/tests/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $<"
	@$(CC) $(CFLAGS) -Itests -c $< -o $@

$(OUT)/tests/%: $(OUT)/tests/%.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(TEST_LIBS)

# Tests that make movies and sounds of their own.
MEDIA_TESTS := $(addprefix $(OUT)/tests/,test_ogv test_movie test_mixer test_mistakes test_project_rules)
$(MEDIA_TESTS): TEST_LIBS += -ltheoraenc

# Tests that count the calls of the allocator.
$(addprefix $(OUT)/tests/,test_steady test_render_steady test_server_cost): $(OUT)/tests/lib/malloc_kit.o

# One that lets the calls fail by which files are written.
WRAPPED := openat writev fsync fchmod close renameat link unlinkat
$(OUT)/tests/test_save_path: LDFLAGS += $(addprefix -Wl$(comma)--wrap=,$(WRAPPED))

# One that takes the system for one that refuses some names.
$(OUT)/tests/test_output: LDFLAGS += -Wl,--wrap=file_names_are_limited

# One in which another server acts at a certain moment.
$(OUT)/tests/test_cluster_migration_wait: LDFLAGS += -Wl,--wrap=migration_under_way

# A library that is loaded before the C library, and lets one call of the program fail.
$(OUT)/tests/fault_shim.so: tests/fault_shim.c
	@mkdir -p $(@D)
	@$(CC) -O1 -shared -fPIC $(WARNINGS) -o $@ $< -ldl
$(addprefix $(OUT)/tests/test_,file_faults kill_table pack_changes recovery staging ignored_case workspace lazy_library sprite_atlas program_folder map_folder): | $(OUT)/tests/fault_shim.so

$(ANY_FORMATS): $(OUT)/fuzz/any_format
	@ln -f $< $@

ifeq ($(config),fuzz)
$(OUT)/fuzz/%: $(OUT)/fuzz/%.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(TEST_LIBS)
else
$(OUT)/fuzz/%: $(OUT)/fuzz/%.o $(OUT)/fuzz/replay.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)
endif

-include $(OBJECTS:.o=.d) $(wildcard $(OUT)/tests/*.d $(OUT)/tests/lib/*.d $(OUT)/fuzz/*.d $(OUT)/bench/*.d $(OUT)/src/cli/*.d $(OUT)/tools/*.d $(OUT)/examples/segais-art/*.d)

# ---- what people call ----

setup:
	@tools/setup.sh

# The packages first: PACKAGE_LIBS of this make was asked before they were there.
test: setup
	@$(MAKE) --no-print-directory -j$(JOBS) test-run

test-run: $(PROGRAM) $(TESTS) $(FUZZERS) $(OUT)/creature $(OUT)/world_hashes $(OUT)/bench/make_map $(SHARED) $(STATIC)
	@CC="$(CC)" CFLAGS="$(FLAGS_$(config))" JOBS=$(JOBS) tools/run_tests.sh $(OUT)

test-net: setup
	@$(MAKE) --no-print-directory -j$(JOBS) test-net-run
NETWORK_TESTS := $(filter $(TESTS),$(addprefix $(OUT)/tests/,$(filter test_%,$(shell cat tools/network_tests.txt))))
test-net-run: $(PROGRAM) $(NETWORK_TESTS)
	@CC="$(CC)" CFLAGS="$(FLAGS_$(config))" JOBS=$(JOBS) tools/run_tests.sh $(OUT) network

# make test-mages: the tests of one wing, tests/WING/.
TEST_WINGS := $(sort $(notdir $(patsubst %/,%,$(dir $(filter-out tests/test_%,$(TEST_SOURCES))))))
define wing_tests
test-$(1): $$(PROGRAM) $$(filter $$(TESTS),$$(patsubst %.c,$$(OUT)/tests/%,$$(notdir $$(wildcard tests/$(1)/test_*.c))))
	@JOBS=$$(JOBS) tools/run_tests.sh $$(OUT) "unit network" $$(notdir $$(filter $$(TESTS),$$^))
.PHONY: test-$(1)
endef
$(foreach wing,$(TEST_WINGS),$(eval $(call wing_tests,$(wing))))

# What the tests name is seen in their objects; only the chosen ones are linked.
BASE ?= HEAD
test-changed: $(PROGRAM) $(TESTS:=.o) $(TESTKIT)
	@names=$$(tools/tests_for.py $(OUT) $(BASE)) && \
	if [ -z "$$names" ]; then echo "no test names a changed file"; else \
	$(MAKE) --no-print-directory -s -j$(JOBS) $$(for name in $$names; do echo $(OUT)/tests/$$name; done) && \
	JOBS=$(JOBS) tools/run_tests.sh $(OUT) "unit network" $$names; fi

demo: setup
	@$(MAKE) --no-print-directory -j$(JOBS) all $(OUT)/creature $(OUT)/bench/make_map
	@tools/demo.sh $(OUT)

bench:
	@bench/peers/mask.sh crossfire-server
	@OISIN_EXTRA_PACKAGES="python3 zip tiled lua5.4 luajit xvfb imagemagick flare-engine flare-game crossfire-server" tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) bench-run

BENCHES := $(patsubst bench/%.c,$(OUT)/bench/%,$(filter-out $(CLUSTER_FILES),$(sort $(wildcard bench/*.c))))
$(OUT)/bench/%: $(OUT)/bench/%.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

bench-run: $(PROGRAM) $(BENCHES)
	@python3 bench/run.py $(OUT) $(ROWS)

# The fuzzers of libFuzzer: make fuzz SECONDS=600
SECONDS ?= 60
fuzz:
	@OISIN_EXTRA_PACKAGES="clang-14 libclang-rt-14-dev" tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) config=fuzz CC=clang-14 fuzz-run
fuzz-build: $(FUZZERS)
fuzz-run: $(FUZZERS)
	@tools/run_fuzz.sh $(OUT) $(SECONDS)

# Lines that the tests run; at least 90 % of base, kit/formats and tirnanog/script. Tests that limit how large
# files may be fail in this build: gcov writes some, too.
coverage:
	@OISIN_EXTRA_PACKAGES="python3 nats-server postgresql" tools/setup.sh
	@find build/coverage -name "*.gcda" -delete 2> /dev/null || true # counts of another build
	-@$(MAKE) --no-print-directory -j$(JOBS) config=coverage test-run
	@tools/coverage.py build/coverage

# What threads share, while games are built, pictures made, and servers serve.
THREADED := base memory_guard app_saves atlas project lay_convert map map_picture model_sprites workspace scenario \
	server server_faults serve_cli connect wire wire_send bus swarm accounts admin store store_sav cluster
tsan:
	@OISIN_EXTRA_PACKAGES="nats-server" tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) config=thread tsan-run
tsan-run: $(PROGRAM) $(addprefix $(OUT)/tests/test_,$(THREADED))
	@TSAN_OPTIONS="halt_on_error=1 die_after_fork=0 allocator_may_return_null=1" tools/run_each.sh $(OUT) "$(THREADED)"
	@OISIN=$(OUT)/oisin TSAN_OPTIONS=halt_on_error=1 tools/check_load.sh

# Changes one thing at a time in FOLDER and prints what no test notices: make mutate FOLDER=src/base SAMPLE=60.
# NETWORK=1 runs tests of the network stage, too, as src/server needs it.
SEED ?= 1
mutate:
	@tools/mutate.py --jobs $(JOBS) --seed $(SEED) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(BUDGET),--budget $(BUDGET)) $(if $(NETWORK),--network) $(FOLDER)
mutate-build: $(PROGRAM) $(TESTS) $(FUZZERS)
test-build: $(PROGRAM) $(TESTS)

# memcheck over the tests, but for those of tools/valgrind.txt.
LEFT_OUT = $(shell sed '/^\#/d' tools/valgrind.txt)
VALGRIND := valgrind -q --suppressions=tools/valgrind.supp --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite
valgrind:
	@OISIN_EXTRA_PACKAGES="valgrind libc6-dbg" tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) valgrind-run
valgrind-run: $(PROGRAM) $(TESTS)
	@tools/run_each.sh $(OUT) "$(filter-out $(LEFT_OUT),$(patsubst $(OUT)/tests/test_%,%,$(TESTS)))" $(VALGRIND)

# Each take of memory fails once, over all fuzz corpora: what `make test` does for some of them.
memory:
	@tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) config=sanitize memory-run
memory-run: $(FUZZERS)
	@tools/run_memory.sh $(OUT) $(JOBS)

# Pictures, sounds and maps of the example and of the templates, drawn again.
ART_SOURCES := $(sort $(wildcard examples/segais-art/*.c))
ART_OBJECTS := $(patsubst %.c,$(OUT)/%.o,$(ART_SOURCES))
$(OUT)/art: $(ART_OBJECTS) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ -ltheoraenc $(TEST_LIBS)
art: $(OUT)/art $(PROGRAM)
	@$(OUT)/art examples/segais templates
	@for template in templates/*/; do $(PROGRAM) maps sync -q "$$template" || exit 1; done

# A model of our own, for the demo and tools/check_gltf.sh.
$(OUT)/creature: $(OUT)/tools/creature.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

# Projects made from seeds, for tools/nightly.py.
$(OUT)/project_seeds: $(OUT)/tools/project_seeds.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ $(PACKAGE_LIBS)

# The world of a recording, tick by tick, for tools/check_web.sh.
$(OUT)/world_hashes: $(OUT)/tools/world_hashes.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

format:
	@clang-format -i $$(git ls-files '*.c' '*.h')

# Three analysers over the sources, each without a finding. A note is left for each file that
# clang-tidy has nothing to say about.
HEADERS := $(wildcard include/*.h src/*/*.h src/*/*.def src/*/*/*.h src/*/*/*.def)
$(OUT)/%.tidy: %.c .clang-tidy $(HEADERS)
	@mkdir -p $(@D)
	@echo "  TIDY $<"
	@clang-tidy --quiet --warnings-as-errors='*' $< -- -std=c11 -D_GNU_SOURCE -Isrc -Iinclude -I$(OUT) $(PACKAGE_CFLAGS) 2>/dev/null && touch $@

tidy: $(patsubst %.c,$(OUT)/%.tidy,$(SOURCES))

cppcheck:
	@cppcheck -q -j$(JOBS) --enable=warning,performance,portability --std=c11 --inline-suppr --error-exitcode=1 \
		--library=tools/cppcheck.cfg --suppressions-list=tools/cppcheck.txt --template='{file}:{line}: {message} [{id}]' \
		-D__linux__ -D__GNUC__=12 -DNDEBUG -Isrc -Iinclude $(SOURCES)

analyze:
	@OISIN_EXTRA_PACKAGES="clang-14 clang-tidy cppcheck" tools/setup.sh
	@$(MAKE) --no-print-directory -k -j$(JOBS) config=analyze CC=gcc analyze-run tidy cppcheck
analyze-run: $(OBJECTS)

check:
	@OISIN_EXTRA_PACKAGES="clang-14 libclang-rt-14-dev clang-tidy" tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) config=sanitize test-run
	@$(MAKE) --no-print-directory -j$(JOBS) CC=clang-14 OUT=build/clang test-run
	@$(MAKE) --no-print-directory -j$(JOBS) tidy

# Fuzzing, failing allocations, killed servers, generated projects, mutants: goes on where it stopped, and
# keeps what it has proved in build/nightly. make nightly HOURS=2 JOBS=1 ONLY="fuzz memory:png"
ONLY ?= *
nightly:
	@OISIN_EXTRA_PACKAGES="python3 git" tools/setup.sh
	@status=0; if [ "$(ONLY)" = "*" ] && [ -e build/windows-libs/flags ]; then $(MAKE) --no-print-directory windows-tests || status=1; fi; \
	tools/nightly.py --jobs $(JOBS) --only "$(ONLY)" $(if $(HOURS),--hours $(HOURS)) || status=1; exit $$status

# The pictures of README.md, and all screens of the example in build/pictures/index.html.
pictures: $(PROGRAM) $(OUT)/creature $(OUT)/bench/make_map screens
	@tools/pictures.sh $(OUT)
$(OUT)/screens: $(OUT)/tools/screens.o $(TESTKIT) $(INSIDE)
	@$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(TEST_LIBS)
screens: $(OUT)/screens
	@rm -rf build/pictures
	@mkdir -p build
	@$(OUT)/screens build/pictures

docs: $(PROGRAM)
	@tools/make_docs.sh $(PROGRAM) .

# ---- installing ----

PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
SHARE  := $(DESTDIR)$(PREFIX)/share

DOC := $(PREFIX)/share/doc/oisin

# Names by which the program is called, too; a program of another project that has such a name stays.
CALLED := $(shell sed -n 's/^CALLED.\([a-z]*\),.*/\1/p' src/cli/called_names.def)

# A list of what was installed, for `make uninstall`.
INSTALLED := $(PREFIX)/share/oisin/installed
install: $(PROGRAM) $(SHARED) $(STATIC)
	@stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && $(MAKE) --no-print-directory install-parts DESTDIR="$$stage" && \
		for name in $(CALLED); do link="$(DESTDIR)$(PREFIX)/bin/$$name"; \
			[ ! -e "$$link" ] || [ "$$(readlink "$$link")" = oisin ] || rm "$$stage$(PREFIX)/bin/$$name"; done && \
		tools/install_tree.sh "$$stage" "$(DESTDIR)" "$(INSTALLED)"
uninstall:
	@tools/uninstall.sh "$(DESTDIR)" "$(INSTALLED)"

# The page of games is installed if `make web` has made it.
install-parts: install-program install-library install-docs install-templates $(if $(wildcard build/web/page/index.html),install-web)

install-program: $(PROGRAM) install-edit
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/oisin
	for name in $(CALLED); do ln -sf oisin $(DESTDIR)$(PREFIX)/bin/$$name; done
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/libexec/oisin $(OTHERS)
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$(PROGRAM) manual | sed 's|docs/|$(DOC)/docs/|g' > $(SHARE)/man/man1/oisin.1
	$(PROGRAM) completion bash > $(SHARE)/bash-completion/completions/oisin
	$(PROGRAM) completion zsh > $(SHARE)/zsh/site-functions/_oisin
	$(PROGRAM) completion fish > $(SHARE)/fish/vendor_completions.d/oisin.fish
	install -D -m 644 packaging/oisin.desktop $(SHARE)/applications/oisin.desktop
	install -D -m 644 packaging/org.example.oisin.metainfo.xml $(SHARE)/metainfo/org.example.oisin.metainfo.xml
	install -D -m 644 packaging/oisin.xml $(SHARE)/mime/packages/oisin.xml
	install -D -m 644 packaging/oisin.svg $(SHARE)/icons/hicolor/scalable/apps/oisin.svg

install-edit:
	install -d $(SHARE)/oisin/edit/languages
	install -m 644 web/edit/*.* $(SHARE)/oisin/edit
	install -m 644 web/edit/languages/*.json $(SHARE)/oisin/edit/languages

# What `oisin new --template NAME` begins with.
install-templates:
	install -d $(SHARE)/oisin/templates
	tar -c --exclude='*.tng' --sort=name -C templates . | tar -x --no-same-owner --no-same-permissions -C $(SHARE)/oisin/templates
	for picture in docs/pictures/template-*.png; do install -m 644 $$picture $(SHARE)/oisin/templates/$${picture#docs/pictures/template-}; done

# With the folders of the sources, so that links between documents lead to files. Help texts of the
# installed program name these files (src/cli/help.c).
install-docs:
	install -d $(DESTDIR)$(DOC)
	tar -c --exclude='*.tng' --exclude=segais-art CHANGELOG.md LICENSE README.md docs examples tools/editor src/README.md $(wildcard src/*/README.md) | \
		tar -x --no-same-owner --no-same-permissions -C $(DESTDIR)$(DOC)

install-library: $(SHARED) $(STATIC)
	install -D -m 644 include/oisin.h $(DESTDIR)$(PREFIX)/include/oisin.h
	install -D -m 644 $(SHARED) $(DESTDIR)$(LIBDIR)/$(notdir $(SHARED))
	ln -sf $(notdir $(SHARED)) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/liboisin.so
	install -D -m 644 $(STATIC) $(DESTDIR)$(LIBDIR)/liboisin.a
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig $(SHARE)/man/man3
	sed 's|docs/|$(DOC)/docs/|g' docs/reference/oisin.3 > $(SHARE)/man/man3/oisin.3
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIB_LIBS)|' \
		packaging/oisin.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/oisin.pc

# tools/setup.sh does not install emscripten (900 MB): only this needs it.
web:
	@OISIN_EXTRA_PACKAGES="emscripten dpkg-dev patch python3" tools/setup.sh
	@tools/cross_libs.sh web build/web-libs
	@$(MAKE) --no-print-directory -j$(JOBS) -f web/Makefile
	@python3 tools/web_page.py build/web/page
	@echo "build/web/page: oisin build PROJECT --web DIR"

# Programs for Windows: build/windows/oisin.exe and oisin-play.exe. What it needs is not installed by tools/setup.sh, as emscripten.
windows: windows-libs
	@$(MAKE) --no-print-directory -j$(JOBS) -f windows/Makefile

# What people download, and its hashes: build/windows/oisin-VERSION-windows.zip, oisin-VERSION-setup.exe, SHA256SUMS. With the
# page of games if `make web` has made it, or makes it at the same time.
ifneq ($(filter web,$(MAKECMDGOALS)),)
windows-package: web
endif
windows-package: windows
	@OISIN_EXTRA_PACKAGES="nsis zip libjs-codemirror" tools/setup.sh
	@tools/windows_package.sh build/windows

# The tests of tests/windows.txt in wine; those with `program` are programs of this system.
WINDOWS_TESTS := $(shell awk '$$2 == "program" { print $$1 }' tests/windows.txt)
windows-tests: windows-libs
	@$(MAKE) --no-print-directory -j$(JOBS) -f windows/Makefile tests
	@$(MAKE) --no-print-directory -j$(JOBS) $(WINDOWS_TESTS:%=$(OUT)/tests/%)
	@BUILD=$(OUT) JOBS=$(JOBS) tools/windows_tests.sh

# The same results as on Linux: a table.
windows-check: windows build/release/oisin
	@tools/windows_check.sh

# Their libraries, which tools/check_windows.sh uses too.
windows-libs:
	@OISIN_EXTRA_PACKAGES="gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix dpkg-dev python3 wine64 wine" tools/setup.sh
	@tools/cross_libs.sh windows build/windows-libs

install-web:
	install -d $(SHARE)/oisin/web
	install -m 644 build/web/page/* $(SHARE)/oisin/web

# The bindings for Python: build/wheel/oisin-VERSION-py3-none-any.whl, for pip install.
wheel:
	@python3 tools/make_wheel.py build/wheel

# Debian packages in build/deb (oisin-web among them after `make web`), looked at by lintian; then installed and used in a fresh root.
deb:
	@OISIN_EXTRA_PACKAGES="dpkg-dev lintian desktop-file-utils appstream" tools/setup.sh
	@$(MAKE) --no-print-directory -j$(JOBS) all lib
	@tools/make_deb.sh $(OUT) build/deb
deb-check: deb
	@OISIN_EXTRA_PACKAGES="debootstrap" tools/setup.sh
	@tools/fresh_root.sh build/deb

clean:
	rm -rf build

.PHONY: all setup test test-run test-net test-net-run test-changed demo art pictures screens docs format tidy check clean
.PHONY: bench bench-run fuzz fuzz-build fuzz-run memory memory-run nightly
.PHONY: mutate mutate-build test-build coverage tsan tsan-run valgrind valgrind-run analyze analyze-run cppcheck
.PHONY: web windows windows-package windows-tests windows-check windows-libs install-web install-edit install-templates lib lib-packages wheel install install-parts uninstall install-program install-library install-docs deb deb-check
.SECONDARY:

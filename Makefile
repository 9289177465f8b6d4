# plyscope - build, test, install. `make help` lists the targets.

CONFIG ?= release
B := build/$(CONFIG)
CC ?= cc
PREFIX ?= /usr/local
DESTDIR ?=
VERSION := 1.0.0

# The program runs on every processor of its kind. On x86-64 it is compiled for three levels (plain, AVX2,
# AVX-512), and src/app/portable.c chooses. $(B) has the level that suits this machine: work on the program
# compiles it once, and the tests run at full speed. ARCH=native: one level, for this processor alone.
ARCH ?=
MACHINE := $(shell $(CC) -dumpmachine)
CPU := $(firstword $(subst -, ,$(MACHINE)))
ifeq ($(CONFIG)-$(ARCH)-$(CPU)-$(findstring linux,$(MACHINE)),release--x86_64-linux)
LEVELS := x86-64 x86-64-v3 x86-64-v4
HERE := $(shell $(CC) -march=native -dM -E -x c /dev/null)
LEVEL := x86-64$(if $(filter __AVX512VL__,$(HERE)),-v4,$(if $(filter __AVX2__,$(HERE)),-v3))
else
LEVEL := $(ARCH)
endif
BUILD := $(if $(filter release,$(CONFIG)),$(or $(LEVEL),$(CPU)),$(CONFIG))

WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wundef -Wwrite-strings -Wvla -Wformat=2 -Wdouble-promotion -Wno-psabi -Wno-unused-parameter
BASE_CFLAGS := -std=c17 -D_GNU_SOURCE -I. $(INCLUDES) $(WARN) -g -ffp-contract=off -fno-math-errno \
	-pthread -DPLYSCOPE_VERSION='"$(VERSION)"' -DPLYSCOPE_BUILD='"$(BUILD)"'
OPT_release := -O3 $(LEVEL:%=-march=%)
OPT_asan := -O2 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
OPT_tsan := -O1 -fno-omit-frame-pointer -fsanitize=thread
OPT_fuzz := -O1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined
OPT_cov := -O0 --coverage
CFLAGS_ALL := $(BASE_CFLAGS) $(OPT_$(CONFIG)) $(CFLAGS)
LDFLAGS_ALL := -pthread $(OPT_$(CONFIG)) $(LDFLAGS)

# Where pkg-config knows better than the defaults, its paths are added (Homebrew).
PKGS := ncursesw libedit sqlite3 jansson inih libzstd
INCLUDES := $(shell pkg-config --cflags-only-I $(PKGS) 2>/dev/null)
LIBDIRS := $(shell pkg-config --libs-only-L $(PKGS) 2>/dev/null)
LIBS := $(LIBDIRS) -lncursesw -ledit -lsqlite3 -ljansson -linih -lzstd -lm

Q := $(if $(V),,@)

# One archive per room; the order is the order of the arrows, top of the house first.
ROOMS := ui lab wire study games ai core base
SRC_base := $(wildcard src/base/*.c)
SRC_core := $(wildcard src/core/*.c)
SRC_study := $(wildcard src/study/*.c src/study/*/*.c)
SRC_lab := $(wildcard src/lab/*.c src/lab/*/*.c)
SRC_wire := $(wildcard src/wire/*.c)
SRC_games := $(wildcard games/*/*.c games/*/*/*.c)
SRC_ai := $(wildcard ai/*.c ai/*/*.c ai/*/*/*.c)
SRC_ui := $(wildcard ui/*.c ui/*/*.c ui/*/*/*.c)
SRC_app := $(filter-out src/app/portable.c,$(wildcard src/app/*.c))
APP_MAIN := src/app/main.c
obj = $(patsubst %.c,$(B)/%.o,$(1))
LIB_FILES := $(foreach r,$(ROOMS),$(B)/lib$(r).a)

.PHONY: all
all: $(if $(filter release,$(CONFIG)),build/plyscope build/install/plyscope,$(B)/plyscope) ## build the program (this is what `make` alone does)

link_as = $(Q)ln -f $(1) $@ 2>/dev/null || cp -f $(1) $@

build/plyscope: $(B)/plyscope
	$(call link_as,$<)

$(B)/plyscope: $(call obj,$(SRC_app)) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $(call obj,$(SRC_app)) $(LIB_FILES) $(LIBS)

# What is installed: all levels in one file. The program of a level is one object in which only its main() is
# seen from outside. The other levels are made by this Makefile in folders of their own.
MAIN_OF_LEVEL = plyscope_$(subst -,_,$(LEVEL))
OBJCOPY ?= objcopy
$(B)/level.o: $(call obj,$(SRC_app)) $(LIB_FILES)
	@echo "  level $@"
	$(Q)$(LD) -r -o $@ $^
	$(Q)$(OBJCOPY) --redefine-sym main=$(MAIN_OF_LEVEL) --keep-global-symbol=$(MAIN_OF_LEVEL) $@

folder_of = $(if $(filter $(LEVEL),$(1)),$(B),build/$(1))
define other_level
build/$(1)/level.o: FORCE
	+@$$(MAKE_AGAIN) ARCH=$(1) B=build/$(1) $$@
build/$(1)/plyscope: build/$(1)/level.o
	+@$$(MAKE_AGAIN) ARCH=$(1) B=build/$(1) $$@
endef
$(foreach l,$(filter-out $(LEVEL),$(LEVELS)),$(eval $(call other_level,$(l))))

build/install/plyscope: $(if $(LEVELS),build/install/portable.o $(foreach l,$(LEVELS),$(call folder_of,$(l))/level.o),$(B)/plyscope)
	@mkdir -p $(@D)
ifdef LEVELS
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)
else
	$(call link_as,$<)
endif
# It runs before the level is chosen.
build/install/portable.o: src/app/portable.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  cc    $<"
	$(Q)$(CC) $(CFLAGS_ALL) -march=$(firstword $(LEVELS)) -c -o $@ $<

# The same program with MPI: one file is compiled again, and all is linked by its compiler.
MPICC ?= mpicc
M := build/mpi
.PHONY: mpi
mpi: $(M)/plyscope ## build build/mpi/plyscope, for mpirun (Open MPI or MPICH)
$(M)/ranks.o: src/wire/ranks.c $(B)/flags
	@.ci/deps --check mpi
	@mkdir -p $(@D)
	@echo "  mpicc $<"
	$(Q)$(MPICC) $(CFLAGS_ALL) -DPLYSCOPE_MPI -MMD -MP -c -o $@ $<
-include $(M)/ranks.d
$(M)/plyscope: $(call obj,$(SRC_app)) $(M)/ranks.o $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(MPICC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)

# A build of another version, which must not work with the first: for the tests.
$(M)/other.o: src/app/cluster.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  cc    $< as another version"
	$(Q)$(CC) $(CFLAGS_ALL) -UPLYSCOPE_VERSION -DPLYSCOPE_VERSION='"0.0.0"' -MMD -MP -c -o $@ $<
$(M)/other: $(filter-out $(B)/src/app/cluster.o,$(call obj,$(SRC_app))) $(M)/other.o $(M)/ranks.o $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(MPICC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)
-include $(M)/other.d

define room
$(B)/lib$(1).a: $$(call obj,$$(SRC_$(1)))
	@echo "  ar    $$@"
	$(Q)rm -f $$@ && ar rcs $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call room,$(r))))

# Each tests/{unit,laws,search,cli}/X.c is one cmocka program; those of tests/screen also
# drive the program on a terminal emulator (libvterm). Scripts print TAP themselves.
TEST_SRC := $(wildcard tests/cli/*.c tests/laws/*.c tests/search/*.c tests/unit/*.c)
SCREEN_LIB := tests/screen/vt.c
SCREEN_SRC := $(filter-out $(SCREEN_LIB),$(wildcard tests/screen/*.c))
TEST_SCRIPTS := tests/layers.sh $(wildcard tests/cli/*.sh)
TEST_BIN := $(patsubst %.c,$(B)/%,$(TEST_SRC) $(SCREEN_SRC))
APP_OBJ := $(filter-out $(call obj,$(APP_MAIN)),$(call obj,$(SRC_app)))

# The catalogue with a game and a search more, as CONTRIBUTING.md tells to add one: the program, the laws,
# and the program on the terminal.
RECIPE_DIR := $(B)/tests/recipe
RECIPE_OBJ := $(RECIPE_DIR)/catalog.o $(RECIPE_DIR)/connect_four.o $(RECIPE_DIR)/tally.o \
	$(filter-out $(B)/src/app/catalog.o,$(APP_OBJ))
RECIPE_BIN := $(addprefix $(RECIPE_DIR)/,laws searches screen)
TEST_SCRIPTS += tests/recipe/recipe.sh
$(RECIPE_DIR)/catalog.o: src/app/catalog.c tests/recipe/catalog.def $(B)/flags
	@mkdir -p $(@D)
	@echo "  cc    $< with tests/recipe/catalog.def"
	$(Q)$(CC) $(CFLAGS_ALL) -DCATALOG='"tests/recipe/catalog.def"' -MMD -MP -c -o $@ $<
$(RECIPE_DIR)/plyscope: $(call obj,$(APP_MAIN)) $(RECIPE_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)
$(RECIPE_DIR)/laws $(RECIPE_DIR)/searches: $(RECIPE_DIR)/%: $(B)/tests/laws/%.o $(RECIPE_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS) -lcmocka
$(RECIPE_DIR)/screen: $(RECIPE_DIR)/screen.o $(call obj,$(SCREEN_LIB)) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS) -lcmocka -lvterm -lutil

$(B)/tests/screen/%: $(B)/tests/screen/%.o $(call obj,$(SCREEN_LIB)) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< $(call obj,$(SCREEN_LIB)) $(APP_OBJ) $(LIB_FILES) \
		$(LIBS) -lcmocka -lvterm -lutil

$(B)/tests/bench/%: $(B)/tests/bench/%.o $(call obj,$(SCREEN_LIB)) $(APP_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS) -lvterm -lutil

PICTURES := $(addprefix $(B)/tests/pictures/,pictures cast)
$(PICTURES): %: %.o $(B)/tests/pictures/svg.o $(call obj,$(SCREEN_LIB)) $(B)/libbase.a
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $^ $(LIBS) -lvterm -lutil

# The simplex method is checked against GLPK's, where there is one.
$(B)/tests/unit/matrix: OPTIONAL = $(shell $(CC) -E -include glpk.h -x c /dev/null >/dev/null 2>&1 && echo -lglpk)

$(B)/tests/%: $(B)/tests/%.o $(B)/tests/only.o $(APP_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< $(B)/tests/only.o $(APP_OBJ) $(LIB_FILES) $(LIBS) \
		$(OPTIONAL) -lcmocka

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  cc    $<"
	$(Q)$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# Rebuild when the flags change. A first build says in one line what it lacks.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(CFLAGS_ALL)' | cmp -s - $@ || \
		{ .ci/deps --check build && echo '$(CC) $(CFLAGS_ALL)' > $@; }
.PHONY: FORCE
FORCE:
.SECONDARY:

-include $(shell find $(B) -name '*.d' 2>/dev/null)

# ---- What people type ----

# Recipes that use it begin with "+": it then shares the jobs of `make -jN`, else it has its own.
MAKE_AGAIN := $(MAKE) --no-print-directory
PARALLEL = $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | \
		awk -F '\t' '{ printf "  make %-14s %s\n", $$1, $$2 }'

.PHONY: play
play: ## install what is missing, build, and start plyscope
	@.ci/deps build
	+@$(MAKE_AGAIN) $(PARALLEL) build/plyscope
	@exec build/plyscope

.PHONY: deps
deps: ## install the missing packages (apt, dnf or pacman)
	@.ci/deps test

.PHONY: test
test: ## install what is missing, build and run every test
	@.ci/deps test
	+@$(MAKE_AGAIN) $(PARALLEL) test-build
	+@$(MAKE_AGAIN) test-run

JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
FUZZ_DRIVER := $(B)/tests/fuzz/driver

# Run by hand, but they are to build.
BY_HAND := $(addprefix $(B)/tests/,bench/keys bench/limits bench/watch bench/inspect bench/preflop bench/ranks fuzz/prune) $(PICTURES)

TESTS ?= $(TEST_SCRIPTS) $(TEST_BIN) $(RECIPE_DIR)/screen tests/fuzz/short.sh
.PHONY: test-build test-run
WITH_MPI = $(if $(filter release,$(CONFIG)),$(if $(shell command -v $(MPICC)),$(M)/plyscope $(M)/other))
test-build: $(BY_HAND) $(WITH_MPI) $(B)/plyscope $(TEST_BIN) $(RECIPE_DIR)/plyscope $(RECIPE_BIN) $(FUZZ_DRIVER) $(if $(filter release,$(CONFIG)),build/plyscope)
# PLYSCOPE names the program under test, PLYSCOPE_ASSETS its files.
test-run:
	@PLYSCOPE="$(CURDIR)/$(B)/plyscope" PLYSCOPE_ASSETS="$(CURDIR)/assets" FUZZ_DRIVER=$(FUZZ_DRIVER) \
		PLYSCOPE_RECIPE="$(CURDIR)/$(RECIPE_DIR)/plyscope" PLYSCOPE_MPI="$(CURDIR)/$(M)/plyscope" \
		JOBS=$(JOBS) tests/run.sh $(B)/log $(TESTS)

.PHONY: check
check: ## everything: test, sanitizers, layers, format, lint
	@.ci/deps check
	+@$(MAKE_AGAIN) test
	+@$(MAKE_AGAIN) levels
	+@$(MAKE_AGAIN) prune-trees
	+@$(MAKE_AGAIN) asan
	+@$(MAKE_AGAIN) monkey
	+@$(MAKE_AGAIN) tsan
	+@$(MAKE_AGAIN) format-check
	+@$(MAKE_AGAIN) lint

LEVEL_FOLDERS := $(foreach l,$(LEVELS),$(call folder_of,$(l)))
.PHONY: levels
levels: ## every level of the installed program says the same
	+@$(MAKE_AGAIN) $(PARALLEL) build/install/plyscope $(LEVEL_FOLDERS:%=%/plyscope)
	+@PLYSCOPE_LEVELS="$(LEVEL_FOLDERS)" $(MAKE_AGAIN) test-run TESTS=tests/cli/levels.sh

.PHONY: prune-trees
prune-trees: $(B)/tests/fuzz/prune ## max^n with and without pruning on 100,000 random trees
	@$(B)/tests/fuzz/prune 100000

# Races can only be where threads run: in all that is built on them, behind the screens, which start
# their searches as these do, and in the tests that have "thread" in their names.
THREADED = $(patsubst %,build/tsan/tests/%,unit/crew unit/jobs unit/session_life unit/worker \
	$(addprefix screen/,bursts compare inspect thinking))
# Not the training of the networks at depth limits, which takes a quarter of an hour there.
THREAD_TESTS = $(filter-out $(THREADED) build/tsan/tests/search/net,$(patsubst %.c,build/tsan/%,$(shell grep -lE '^[a-z_]*thread[a-z_]*.void' $(TEST_SRC))))
.PHONY: asan tsan
asan: ## the tests under address and undefined-behaviour checks
	+@$(MAKE_AGAIN) CONFIG=asan $(PARALLEL) test-build
	+@PLYSCOPE_TEST_SCALE=slow TEST_TIMEOUT=1800 $(MAKE_AGAIN) CONFIG=asan test-run
tsan: ## the tests in which threads run, under the thread sanitizer
	+@$(MAKE_AGAIN) CONFIG=tsan $(PARALLEL) build/tsan/plyscope $(THREADED) $(THREAD_TESTS)
	+@PLYSCOPE_TEST_ONLY='*thread*' PLYSCOPE_TEST_SCALE=slow TEST_TIMEOUT=1800 \
		$(MAKE_AGAIN) CONFIG=tsan test-run TESTS="$(THREAD_TESTS)"
	+@PLYSCOPE_TEST_SCALE=slow TEST_TIMEOUT=1800 $(MAKE_AGAIN) CONFIG=tsan test-run TESTS="$(THREADED)"

# Another MONKEY_SEED types something else.
MONKEY_EVENTS ?= 20000
MONKEY_SEED ?= 1
.PHONY: monkey
monkey: ## random keys, clicks, pastes and sizes under the sanitizers
	+@$(MAKE_AGAIN) CONFIG=asan $(PARALLEL) build/asan/plyscope build/asan/tests/screen/monkey
	@MONKEY_EVENTS=$(MONKEY_EVENTS) MONKEY_SEED=$(MONKEY_SEED) PLYSCOPE_ASSETS="$(CURDIR)/assets" \
		PLYSCOPE="$(CURDIR)/build/asan/plyscope" build/asan/tests/screen/monkey

.PHONY: transcripts
transcripts: build/plyscope ## write tests/transcripts again, to be read as a diff
	@tests/cli/transcripts.sh --write

.PHONY: manual
manual: build/plyscope ## write verbs, options and results into the manual
	@for page in man/*.[1-9]; do \
		man/fill.sh build/plyscope $$page >man/.new && mv man/.new $$page || exit 1; done

.PHONY: pictures
pictures: ## make the pictures of README.md again, from the program
	+@$(MAKE_AGAIN) $(B)/plyscope $(B)/tests/pictures/pictures
	@PLYSCOPE="$(CURDIR)/$(B)/plyscope" PLYSCOPE_ASSETS="$(CURDIR)/assets" \
		$(B)/tests/pictures/pictures assets/pictures

.PHONY: sheets
sheets: ## every board at each size into build/sheets
	+@$(MAKE_AGAIN) $(B)/plyscope $(B)/tests/pictures/pictures
	@mkdir -p build/sheets
	@PLYSCOPE="$(CURDIR)/$(B)/plyscope" PLYSCOPE_ASSETS="$(CURDIR)/assets" \
		$(B)/tests/pictures/pictures build/sheets sheets

.PHONY: cast
cast: ## record the minute of play of README.md again
	+@$(MAKE_AGAIN) $(B)/plyscope $(B)/tests/pictures/cast
	@PLYSCOPE="$(CURDIR)/$(B)/plyscope" PLYSCOPE_ASSETS="$(CURDIR)/assets" \
		$(B)/tests/pictures/cast assets/pictures/cast.svg

.PHONY: strings
strings: ## every text that a person may read, with its file and line
	@tests/strings.sh

.PHONY: layers
layers: ## who may include whom: the table of CONTRIBUTING.md
	@tests/layers.sh

OUR_C = $(shell git ls-files '*.c' '*.h' 2>/dev/null || find src games ai ui tests -name '*.[ch]')

.PHONY: format format-check lint
format: ## clang-format every source file
	$(Q)clang-format -i $(OUR_C)
format-check: ## fail when clang-format would change a file
	$(Q)clang-format --dry-run -Werror $(OUR_C)
lint: ## cppcheck and clang-tidy
	cppcheck -q -j$(JOBS) --std=c11 --error-exitcode=1 --inline-suppr -I. -D_GNU_SOURCE \
		--enable=warning,portability --suppress=missingIncludeSystem \
		-DPLYSCOPE_VERSION='"0"' -DPLYSCOPE_BUILD='"0"' src games ai ui
	+@$(MAKE_AGAIN) -k $(PARALLEL) tidy

# Switched off: what is a matter of taste or of style here (int8_t are small numbers, not
# characters), and (valist) false alarms.
TIDY_OFF := bugprone-easily-swappable-parameters bugprone-narrowing-conversions \
	bugprone-implicit-widening-of-multiplication-result bugprone-reserved-identifier \
	bugprone-assignment-in-if-condition bugprone-signed-char-misuse clang-analyzer-security.insecureAPI.* \
	clang-analyzer-valist.Uninitialized
TIDY_CHECKS := -*,bugprone-*,clang-analyzer-*$(subst $() ,,$(TIDY_OFF:%=,-%))
.PHONY: tidy
tidy: $(patsubst %.c,$(B)/%.tidy,$(SRC_base) $(SRC_core) $(SRC_study) $(SRC_lab) \
	$(SRC_wire) $(SRC_app) $(SRC_games) $(SRC_ai) $(SRC_ui))
# Again when the object is made again: it knows its headers.
$(B)/%.tidy: %.c $(B)/%.o
	@echo "  tidy  $<"
	$(Q)clang-tidy --quiet --warnings-as-errors='*' --checks='$(TIDY_CHECKS)' $< -- \
		$(BASE_CFLAGS) 2>$@.log || { cat $@.log; exit 1; }
	$(Q)touch $@

.PHONY: bench
bench: build/plyscope $(B)/tests/bench/keys $(B)/tests/bench/limits $(B)/tests/bench/watch $(B)/tests/bench/inspect $(B)/tests/bench/ranks ## measure searches, poker, keys, limits, inspector, ranks
	build/plyscope bench
	PLYSCOPE="$(CURDIR)/build/plyscope" $(B)/tests/bench/keys
	PLYSCOPE_ASSETS="$(CURDIR)/assets" $(B)/tests/bench/limits
	PLYSCOPE="$(CURDIR)/build/plyscope" $(B)/tests/bench/watch
	PLYSCOPE="$(CURDIR)/build/plyscope" PLYSCOPE_ASSETS="$(CURDIR)/assets" $(B)/tests/bench/inspect
	$(B)/tests/bench/ranks

.PHONY: prunes
prunes: build/plyscope $(B)/tests/cli/prunes ## every prune= on 200 positions: results agree, nodes
	PRUNE_POSITIONS=200 PLYSCOPE="$(CURDIR)/build/plyscope" $(B)/tests/cli/prunes

# The fuzzer needs clang; without it a driver of our own mutates the corpus at random.
FUZZ_SECONDS ?= 60
.PHONY: fuzz
fuzz: ## fuzz the parsers for FUZZ_SECONDS
	@if command -v clang >/dev/null 2>&1; then \
		$(MAKE_AGAIN) CONFIG=fuzz CC=clang -j$(JOBS) build/fuzz/tests/fuzz/libfuzzer && \
		mkdir -p build/fuzz/found && \
		PLYSCOPE_ASSETS="$(CURDIR)/assets" build/fuzz/tests/fuzz/libfuzzer \
			-max_total_time=$(FUZZ_SECONDS) -max_len=4096 -artifact_prefix=build/fuzz/found/ \
			build/fuzz/found tests/fuzz/corpus; \
	else \
		$(MAKE_AGAIN) CONFIG=asan -j$(JOBS) build/asan/tests/fuzz/driver && \
		PLYSCOPE_ASSETS="$(CURDIR)/assets" build/asan/tests/fuzz/driver \
			$(FUZZ_SECONDS)s tests/fuzz/corpus/*; \
	fi

FUZZ_OBJ := $(call obj,tests/fuzz/parsers.c)
$(B)/tests/fuzz/libfuzzer: $(FUZZ_OBJ) $(APP_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -fsanitize=fuzzer -o $@ $(FUZZ_OBJ) $(APP_OBJ) $(LIB_FILES) $(LIBS)
$(B)/tests/fuzz/driver: $(call obj,tests/fuzz/driver.c) $(FUZZ_OBJ) $(APP_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< $(FUZZ_OBJ) $(APP_OBJ) $(LIB_FILES) $(LIBS)

.PHONY: cov
cov: ## line coverage of the tests: build/cov/coverage.txt
	+@$(MAKE_AGAIN) CONFIG=cov $(PARALLEL) test-build
	+-@PLYSCOPE_TEST_SCALE=slow TEST_TIMEOUT=1800 $(MAKE_AGAIN) CONFIG=cov test-run
	@find build/cov/src build/cov/games build/cov/ai build/cov/ui -name '*.gcda' | \
		xargs gcov -n 2>/dev/null | \
		awk '/^File/ { f = $$2 } /^Lines/ { split($$2, a, ":"); if (f !~ /usr/) print a[2], f }' | \
		sort -n | uniq | tee build/cov/coverage.txt

# What the program reads at run time; pictures are README's, packaging is for packagers.
DATA_DIRS := $(filter-out assets/pictures assets/packaging,$(wildcard assets/*))
# What shells and desktops look for: the file, and its place below share.
METAINFO := example.plyscope.plyscope.metainfo.xml
SHARED := \
	assets/completion/bash:bash-completion/completions/plyscope \
	assets/completion/zsh:zsh/site-functions/_plyscope \
	assets/completion/fish:fish/vendor_completions.d/plyscope.fish \
	assets/packaging/desktop/plyscope.desktop:applications/plyscope.desktop \
	assets/packaging/desktop/plyscope.svg:icons/hicolor/scalable/apps/plyscope.svg \
	assets/packaging/desktop/$(METAINFO):metainfo/$(METAINFO)
each_share = for pair in $(SHARED); do \
		from=$${pair%%:*} to="$(DESTDIR)$(PREFIX)/share/$${pair\#*:}" && $(1) || exit 1; done

.PHONY: install uninstall
install: build/install/plyscope ## install under PREFIX (default /usr/local), below DESTDIR
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 build/install/plyscope "$(DESTDIR)$(PREFIX)/bin/plyscope"
	$(call each_share,install -d "$$(dirname "$$to")" && install -m 644 "$$from" "$$to")
	for dir in $(DATA_DIRS); do \
		to="$(DESTDIR)$(PREFIX)/share/plyscope/$${dir#assets/}" && \
		install -d "$$to" && install -m 644 "$$dir"/* "$$to" || exit 1; done
	for section in 5 6 7; do \
		to="$(DESTDIR)$(PREFIX)/share/man/man$$section" && \
		install -d "$$to" && install -m 644 man/*.$$section "$$to" || exit 1; done
uninstall: ## remove what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/plyscope"
	rm -rf "$(DESTDIR)$(PREFIX)/share/plyscope"
	$(call each_share,rm -f "$$to")
	for page in man/*.[1-9]; do \
		rm -f "$(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$${page#man/}"; done

# A page that stands in man is linked to as a file, any other to Debian's.
HTML := $(patsubst man/%,build/html/%.html,$(wildcard man/*.[1-9]))
.PHONY: html
html: $(HTML) ## the manual as build/html/*.html, by mandoc
$(HTML): build/html/%.html: man/%
	@mkdir -p $(@D)
	@echo "  html  $@"
	$(Q)cd man && mandoc -T html -O 'toc,man=%N.%S.html;https://manpages.debian.org/%N.%S' $* >../$@

# The package is made of what is committed, on a machine with debhelper.
D := build/deb/plyscope-$(VERSION)
.PHONY: deb
deb: dist ## a Debian package in build/deb, from what is committed
	rm -rf build/deb && mkdir -p build/deb
	cp build/plyscope-$(VERSION).tar.gz build/deb/plyscope_$(VERSION).orig.tar.gz
	tar -xzf build/plyscope-$(VERSION).tar.gz -C build/deb
	cp -R $(D)/assets/packaging/debian $(D)/debian
	cd $(D) && dpkg-buildpackage -us -uc
.PHONY: deb-test
deb-test: deb ## the package in a clean Debian: installed, started, removed
	lintian --fail-on error,warning build/deb/*.changes
	assets/packaging/try-deb build/deb/plyscope_$(VERSION)-1_*.deb

.PHONY: peers
peers: build/plyscope ## measure beside Fairy-Stockfish and OpenSpiel
	tests/bench/peers

.PHONY: dist
dist: ## pack what is committed (or TAG): the same bytes each time
	@mkdir -p build
	$(Q)git archive --format=tar --prefix=plyscope-$(VERSION)/ $(or $(TAG),HEAD) >build/.dist.tar
	$(Q)gzip -9n <build/.dist.tar >build/plyscope-$(VERSION).tar.gz && rm build/.dist.tar
	@echo build/plyscope-$(VERSION).tar.gz

.PHONY: clean
clean: ## remove everything that was built
	rm -rf build

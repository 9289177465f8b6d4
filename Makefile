# plyscope - build, test, install. `make help` lists the targets.

CONFIG ?= release
B := build/$(CONFIG)
CC ?= cc
PREFIX ?= /usr/local
DESTDIR ?=
ARCH ?= -march=native
VERSION := 0.1.0

WARN := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Wundef -Wwrite-strings -Wvla -Wformat=2 -Wdouble-promotion
BASE_CFLAGS := -std=c17 -D_GNU_SOURCE -I. $(WARN) -g -ffp-contract=off -fno-math-errno \
	-pthread -DPLYSCOPE_VERSION='"$(VERSION)"' \
	-DPLYSCOPE_DATADIR='"$(PREFIX)/share/plyscope"'
OPT_release := -O3 $(ARCH)
OPT_asan := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
OPT_tsan := -O1 -fno-omit-frame-pointer -fsanitize=thread
OPT_cov := -O0 --coverage
CFLAGS_ALL := $(BASE_CFLAGS) $(OPT_$(CONFIG)) $(CFLAGS)
LDFLAGS_ALL := -pthread $(OPT_$(CONFIG)) $(LDFLAGS)
LIBS := -lncursesw -ledit -lsqlite3 -ljansson -linih -lm

Q := $(if $(V),,@)

# One archive per room; the order is the order of the arrows, top of the house first.
ROOMS := ui lab games ai core base
SRC_base := $(wildcard src/base/*.c)
SRC_core := $(wildcard src/core/*.c)
SRC_lab := $(wildcard src/lab/*.c src/wire/*.c)
SRC_games := $(wildcard games/*.c games/common/*.c)
SRC_ai := $(wildcard ai/*.c ai/common/*.c)
SRC_ui := $(wildcard ui/*.c ui/*/*.c)
SRC_app := $(wildcard src/app/*.c)
APP_MAIN := src/app/main.c
obj = $(patsubst %.c,$(B)/%.o,$(1))
LIB_FILES := $(foreach r,$(ROOMS),$(B)/lib$(r).a)

.PHONY: all
all: build/plyscope

build/plyscope: $(B)/plyscope
	$(Q)mkdir -p build && ln -f $< $@ 2>/dev/null || cp -f $< $@

$(B)/plyscope: $(call obj,$(SRC_app)) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $(call obj,$(SRC_app)) $(LIB_FILES) $(LIBS)

define room
$(B)/lib$(1).a: $$(call obj,$$(SRC_$(1)))
	@echo "  ar    $$@"
	$(Q)rm -f $$@ && ar rcs $$@ $$^
endef
$(foreach r,$(ROOMS),$(eval $(call room,$(r))))

# Unit, law and search tests: each tests/{unit,laws,search}/X.c is one cmocka program.
TEST_SRC := $(wildcard tests/unit/*.c tests/laws/*.c tests/search/*.c)
TEST_BIN := $(patsubst %.c,$(B)/%,$(TEST_SRC))
APP_OBJ := $(filter-out $(call obj,$(APP_MAIN)),$(call obj,$(SRC_app)))

$(B)/tests/%: $(B)/tests/%.o $(APP_OBJ) $(LIB_FILES)
	@echo "  link  $@"
	$(Q)$(CC) $(LDFLAGS_ALL) -o $@ $< $(APP_OBJ) $(LIB_FILES) $(LIBS) -lcmocka

$(B)/%.o: %.c $(B)/flags
	@mkdir -p $(@D)
	@echo "  cc    $<"
	$(Q)$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# Rebuild when the flags change.
$(B)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(CFLAGS_ALL)' | cmp -s - $@ || echo '$(CC) $(CFLAGS_ALL)' > $@
.PHONY: FORCE
FORCE:
.SECONDARY:

-include $(shell find $(B) -name '*.d' 2>/dev/null)

.PHONY: clean
clean: ## remove everything that was built
	rm -rf build

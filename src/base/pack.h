/*
 * pack.h - files of tables that were worked out once: layers of bytes, packed.
 *
 * A header of fixed size (what kind it is, its version, the rules as text; for each layer how
 * many slots, where it is and how long; a checksum of the header), then each layer on its own as
 * one zstd frame with a checksum of zstd's. Numbers are little-endian. The file is mapped, and
 * only the layers asked for are unpacked. A new file replaces the old one atomically.
 */
#ifndef PLYSCOPE_BASE_PACK_H
#define PLYSCOPE_BASE_PACK_H

#include "src/base/status.h"

#include <stddef.h>
#include <stdint.h>

#define PACK_LAYERS 32
#define PACK_RULES  160

struct pack_kind {
	const char *magic; /* 8 characters */
	uint32_t version;
	int layers_most; /* that the header has room for, at most PACK_LAYERS */
	/* In messages; NULL: "a table of solved positions" and "solved". */
	const char *called, *done;
};

struct pack {
	const unsigned char *map;
	size_t bytes;
	int layers; /* in the file, from 0 on */
	uint64_t slots[PACK_LAYERS], offset[PACK_LAYERS], length[PACK_LAYERS];
	char rules[PACK_RULES];
};

/* What a file is made of. */
struct pack_source {
	const char *rules;
	int layers;
	/* The slots of a layer, and its bytes, which are the source's until the next call; NULL:
	 * no memory. */
	const void *(*layer)(void *self, int layer, uint64_t *slots, size_t *bytes);
	void *self;
	int level; /* of zstd; 0: 9, for files that are written once and kept */
};

bool pack_write(const struct pack_kind *kind, const struct pack_source *source,
		const char *path, struct status *st);
/* Maps a file of these rules, NULL: of any, and checks its header. */
bool pack_map(struct pack *p, const struct pack_kind *kind, const char *rules,
	      const char *path, struct status *st);
/* The bytes of a layer that is unpacked; 0: it is missing or damaged. */
size_t pack_layer_bytes(const struct pack *p, int layer);
/* Unpacks a layer of exactly this many bytes. */
bool pack_read(const struct pack *p, const char *path, int layer, void *out, size_t bytes,
	       struct status *st);
/* A layer that is one number, of what was counted: less than 0 is refused. */
bool pack_read_count(const struct pack *p, const char *path, int layer, int64_t *out,
		     struct status *st);
void pack_unmap(struct pack *p);

#endif

/*
 * pack.c - see pack.h.
 */
#include "src/base/pack.h"

#include "src/base/file.h"
#include "src/base/rng.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define MAGIC_BYTES 8
#define LEVEL	    9 /* zstd: higher ones take twice as long for 1 % less */
#define ENTRY_BYTES 24
#define LAYERS_AT   (MAGIC_BYTES + 8)
#define HEADER_MOST (LAYERS_AT + ENTRY_BYTES * PACK_LAYERS + PACK_RULES + 8)

static size_t
rules_at(const struct pack_kind *kind)
{
	return LAYERS_AT + ENTRY_BYTES * (size_t)kind->layers_most;
}

static size_t
checksum_at(const struct pack_kind *kind)
{
	return rules_at(kind) + PACK_RULES;
}

static size_t
header_bytes(const struct pack_kind *kind)
{
	return checksum_at(kind) + 8;
}

static void
put_number(unsigned char *at, int bytes, uint64_t n)
{
	for (int i = 0; i < bytes; i++)
		at[i] = (unsigned char)(n >> (8 * i));
}

static uint64_t
get_number(const unsigned char *at, int bytes)
{
	uint64_t n = 0;
	for (int i = 0; i < bytes; i++)
		n |= (uint64_t)at[i] << (8 * i);
	return n;
}

static uint64_t
checksum(const unsigned char *bytes, size_t n)
{
	uint64_t h = 0;
	for (size_t i = 0; i < n; i++)
		h = rng_mix(h ^ bytes[i]);
	return h;
}

/* --- writing --- */

/* Packs one layer behind what is written; returns its bytes, 0: failed. */
static size_t
write_layer(FILE *f, const void *bytes, size_t n, int level)
{
	const size_t room = ZSTD_compressBound(n);
	unsigned char *packed = malloc(room);
	ZSTD_CCtx *z = ZSTD_createCCtx();
	size_t length = 0;
	if (packed != NULL && z != NULL) {
		ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel,
				       level > 0 ? level : LEVEL);
		ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
		length = ZSTD_compress2(z, packed, room, bytes, n);
		if (ZSTD_isError(length) || fwrite(packed, 1, length, f) != length)
			length = 0;
	}
	ZSTD_freeCCtx(z);
	free(packed);
	return length;
}

static bool
write_layers(FILE *f, const struct pack_kind *kind, const struct pack_source *source,
	     unsigned char *header)
{
	uint64_t at = header_bytes(kind);
	for (int k = 0; k < source->layers; k++) {
		uint64_t slots;
		size_t n;
		const void *bytes = source->layer(source->self, k, &slots, &n);
		const size_t length =
			bytes != NULL ? write_layer(f, bytes, n, source->level) : 0;
		unsigned char *entry = header + LAYERS_AT + ENTRY_BYTES * k;
		if (length == 0)
			return false;
		put_number(entry, 8, slots);
		put_number(entry + 8, 8, at);
		put_number(entry + 16, 8, length);
		at += length;
	}
	return true;
}

static bool
pack_write_all(FILE *f, const struct pack_kind *kind, const struct pack_source *source)
{
	unsigned char header[HEADER_MOST] = { 0 };
	const size_t size = header_bytes(kind);
	memcpy(header, kind->magic, MAGIC_BYTES);
	put_number(header + MAGIC_BYTES, 4, kind->version);
	put_number(header + MAGIC_BYTES + 4, 4, (uint64_t)source->layers);
	snprintf((char *)header + rules_at(kind), PACK_RULES, "%s", source->rules);
	if (fwrite(header, 1, size, f) != size || !write_layers(f, kind, source, header))
		return false;
	put_number(header + checksum_at(kind), 8, checksum(header, checksum_at(kind)));
	return fseek(f, 0, SEEK_SET) == 0 && fwrite(header, 1, size, f) == size;
}

bool
pack_write(const struct pack_kind *kind, const struct pack_source *source,
	   const char *path, struct status *st)
{
	struct file_draft draft;
	if (file_begin(&draft, path, 0666) &&
	    file_finish(&draft, path, pack_write_all(draft.f, kind, source)))
		return true;
	return status_fail(st, "%s: cannot be written: %s", path, strerror(errno));
}

/* --- reading --- */

static bool
check_layers(struct pack *p, const struct pack_kind *kind, const char *path,
	     struct status *st)
{
	const uint64_t layers = get_number(p->map + MAGIC_BYTES + 4, 4);
	if (layers > (uint64_t)kind->layers_most)
		return status_fail(st, "%s: the header is damaged", path);
	p->layers = (int)layers;
	for (int k = 0; k < p->layers; k++) {
		const unsigned char *entry = p->map + LAYERS_AT + ENTRY_BYTES * k;
		p->slots[k] = get_number(entry, 8);
		p->offset[k] = get_number(entry + 8, 8);
		p->length[k] = get_number(entry + 16, 8);
		if (p->offset[k] > p->bytes || p->length[k] > p->bytes - p->offset[k])
			return status_fail(st, "%s: truncated", path);
	}
	return true;
}

static bool
refuse_kind(const struct pack_kind *kind, const char *path, struct status *st)
{
	return status_fail(st, "%s: not %s", path,
			   kind->called ? kind->called : "a table of solved positions");
}

static bool
check_header(struct pack *p, const struct pack_kind *kind, const char *rules,
	     const char *path, struct status *st)
{
	const unsigned char *h = p->map;
	char expected[PACK_RULES] = "";
	if (p->bytes < header_bytes(kind) || memcmp(h, kind->magic, MAGIC_BYTES) != 0)
		return refuse_kind(kind, path, st);
	if (get_number(h + MAGIC_BYTES, 4) != kind->version)
		return status_fail(st, "%s: version %llu, expected %u", path,
				   (unsigned long long)get_number(h + MAGIC_BYTES, 4),
				   kind->version);
	if (get_number(h + checksum_at(kind), 8) != checksum(h, checksum_at(kind)))
		return status_fail(st, "%s: the header is damaged", path);
	snprintf(p->rules, sizeof p->rules, "%.*s", PACK_RULES - 1,
		 (const char *)h + rules_at(kind));
	snprintf(expected, sizeof expected, "%s", rules != NULL ? rules : p->rules);
	if (strcmp(p->rules, expected) != 0)
		return status_fail(st, "%s: %s for '%.100s', expected '%.100s'", path,
				   kind->done ? kind->done : "solved", p->rules,
				   expected);
	return check_layers(p, kind, path, st);
}

bool
pack_map(struct pack *p, const struct pack_kind *kind, const char *rules,
	 const char *path, struct status *st)
{
	*p = (struct pack){ 0 };
	const int fd = file_open(path);
	struct stat info;
	if (fd < 0)
		return status_fail(st, "%s: %s", path, file_reason());
	if (fstat(fd, &info) == 0 && info.st_size > 0) {
		void *map =
			mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		p->map = map == MAP_FAILED ? NULL : map;
		p->bytes = (size_t)info.st_size;
	}
	close(fd);
	if (p->map == NULL)
		return refuse_kind(kind, path, st);
	if (check_header(p, kind, rules, path, st))
		return true;
	pack_unmap(p);
	return false;
}

size_t
pack_layer_bytes(const struct pack *p, int layer)
{
	if (layer < 0 || layer >= p->layers)
		return 0;
	const unsigned long long n =
		ZSTD_getFrameContentSize(p->map + p->offset[layer], p->length[layer]);
	return n == ZSTD_CONTENTSIZE_ERROR || n == ZSTD_CONTENTSIZE_UNKNOWN ? 0
									    : (size_t)n;
}

bool
pack_read(const struct pack *p, const char *path, int layer, void *out, size_t bytes,
	  struct status *st)
{
	if (layer < 0 || layer >= p->layers)
		return status_fail(st, "%s: layer %d is missing: there are %d, from 0 on",
				   path, layer, p->layers);
	const size_t got =
		ZSTD_decompress(out, bytes, p->map + p->offset[layer], p->length[layer]);
	return (!ZSTD_isError(got) && got == bytes) ||
	       status_fail(st, "%s: layer %d is damaged", path, layer);
}

bool
pack_read_count(const struct pack *p, const char *path, int layer, int64_t *out,
		struct status *st)
{
	return pack_read(p, path, layer, out, sizeof *out, st) &&
	       (*out >= 0 || status_fail(st, "%s: layer %d is damaged: a count of %lld",
					 path, layer, (long long)*out));
}

void
pack_unmap(struct pack *p)
{
	if (p->map != NULL)
		munmap((void *)(uintptr_t)p->map, p->bytes);
	*p = (struct pack){ 0 };
}

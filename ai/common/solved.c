/*
 * solved.c - solving layers of a table, and the files they are kept in. See solved.h.
 */
#include "ai/common/solved.h"

#include "ai/common/matrix.h"
#include "src/base/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define MAGIC	     "plysolve"
#define MAGIC_BYTES  8
#define VERSION	     1
#define LEVEL	     9 /* zstd: twice as slow for 1 % less above it */
#define ENTRY_BYTES  24
#define LAYERS_AT    (MAGIC_BYTES + 8)
#define RULES_AT     (LAYERS_AT + ENTRY_BYTES * JOINT_LAYERS)
#define CHECKSUM_AT  (RULES_AT + SOLVED_RULES)
#define HEADER_BYTES (CHECKSUM_AT + 8)

/* --- solving --- */

int32_t
solved_round(double value)
{
	return (int32_t)lrint(value / JOINT_STEP);
}

static double
count_and_solve(void *self, const struct joint_matrix *m)
{
	++*(int64_t *)self;
	return matrix_value(m);
}

int64_t
solved_run(const struct joint *t, int layer, int64_t from, int64_t to,
	   const int32_t *below, int32_t *out)
{
	const struct joint_ops *ops = t->game->ops->joint;
	int64_t games = 0;
	for (int64_t slot = from; slot < to; slot++)
		out[slot] = solved_round(
			ops->induce(t, layer, slot, below, count_and_solve, &games));
	return games;
}

/* --- names and numbers --- */

static void
rules_text(const struct game *g, const char *between, bool keys, char *out, int size)
{
	int n = snprintf(out, (size_t)size, "%s", g->ops->key);
	for (int i = 0; i < g->variant.count && n < size; i++) {
		char value[OPTION_TEXT];
		options_format(&g->variant, i, value, sizeof value);
		n += snprintf(out + n, (size_t)(size - n), "%s%s%s%s", between,
			      keys ? g->variant.specs[i].key : "", keys ? "=" : "",
			      value);
	}
}

void
solved_name(const struct game *g, char *out, int size)
{
	char text[SOLVED_RULES];
	rules_text(g, "-", false, text, sizeof text);
	snprintf(out, (size_t)size, "solved-%s.zst", text);
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

/* Slots to planes of bytes and back. */
static void
split_planes(const int32_t *slot, size_t n, unsigned char *plane)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < 4; k++)
			plane[k * n + i] = (unsigned char)((uint32_t)slot[i] >> (8 * k));
}

static void
join_planes(const unsigned char *plane, size_t n, int32_t *slot)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t word = 0;
		for (size_t k = 0; k < 4; k++)
			word |= (uint32_t)plane[k * n + i] << (8 * k);
		slot[i] = (int32_t)word;
	}
}

/* --- writing --- */

/* Packs one layer behind what is written; returns its bytes, 0: failed. */
static size_t
write_layer(FILE *f, const int32_t *slot, size_t n)
{
	const size_t room = ZSTD_compressBound(4 * n);
	unsigned char *plane = malloc(4 * n + 1), *packed = malloc(room);
	ZSTD_CCtx *z = ZSTD_createCCtx();
	size_t bytes = 0;
	if (plane != NULL && packed != NULL && z != NULL) {
		split_planes(slot, n, plane);
		ZSTD_CCtx_setParameter(z, ZSTD_c_compressionLevel, LEVEL);
		ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, 1);
		bytes = ZSTD_compress2(z, packed, room, plane, 4 * n);
		if (ZSTD_isError(bytes) || fwrite(packed, 1, bytes, f) != bytes)
			bytes = 0;
	}
	ZSTD_freeCCtx(z);
	free(plane);
	free(packed);
	return bytes;
}

static bool
write_all(FILE *f, const struct joint *t, const int32_t *const *layer, int layers)
{
	unsigned char header[HEADER_BYTES] = { 0 };
	for (int i = 0; i < MAGIC_BYTES; i++)
		header[i] = (unsigned char)MAGIC[i];
	put_number(header + MAGIC_BYTES, 4, VERSION);
	put_number(header + MAGIC_BYTES + 4, 4, (uint64_t)layers);
	rules_text(t->game, " ", true, (char *)header + RULES_AT, SOLVED_RULES);
	uint64_t at = HEADER_BYTES;
	if (fwrite(header, 1, sizeof header, f) != sizeof header)
		return false;
	for (int k = 0; k < layers; k++) {
		const int64_t slots = t->game->ops->joint->slots(t, k);
		const size_t bytes = write_layer(f, layer[k], (size_t)slots);
		unsigned char *entry = header + LAYERS_AT + ENTRY_BYTES * k;
		put_number(entry, 8, (uint64_t)slots);
		put_number(entry + 8, 8, at);
		put_number(entry + 16, 8, bytes);
		if (bytes == 0)
			return false;
		at += bytes;
	}
	put_number(header + CHECKSUM_AT, 8, checksum(header, CHECKSUM_AT));
	return fseek(f, 0, SEEK_SET) == 0 &&
	       fwrite(header, 1, sizeof header, f) == sizeof header && fflush(f) == 0 &&
	       fsync(fileno(f)) == 0;
}

bool
solved_write(const struct joint *t, const int32_t *const *layer, int layers,
	     const char *path, struct status *st)
{
	char part[4096];
	if (snprintf(part, sizeof part, "%s.part", path) >= (int)sizeof part)
		return status_fail(st, "%.60s...: the name is too long", path);
	FILE *f = file_create(part, false);
	if (f == NULL)
		return status_fail(st, "%s: %s", part, file_reason());
	bool ok = write_all(f, t, layer, layers);
	ok = fclose(f) == 0 && ok;
	if (ok && rename(part, path) == 0)
		return true;
	const int why = errno;
	unlink(part);
	return status_fail(st, "%s: cannot be written: %s", path, strerror(why));
}

/* --- reading --- */

static bool
check_header(struct solved_file *f, const struct game *g, const char *path,
	     struct status *st)
{
	const unsigned char *h = f->map;
	char rules[SOLVED_RULES];
	if (f->bytes < HEADER_BYTES || memcmp(h, MAGIC, MAGIC_BYTES) != 0)
		return status_fail(st, "%s: no table of solved positions", path);
	if (get_number(h + MAGIC_BYTES, 4) != VERSION)
		return status_fail(st, "%s: version %llu, expected %d", path,
				   (unsigned long long)get_number(h + MAGIC_BYTES, 4),
				   VERSION);
	if (get_number(h + CHECKSUM_AT, 8) != checksum(h, CHECKSUM_AT))
		return status_fail(st, "%s: the header is damaged", path);
	rules_text(g, " ", true, rules, sizeof rules);
	if (strncmp((const char *)h + RULES_AT, rules, SOLVED_RULES) != 0)
		return status_fail(st, "%s: solved for '%.100s', expected '%.100s'", path,
				   (const char *)h + RULES_AT, rules);
	f->layers = (int)get_number(h + MAGIC_BYTES + 4, 4);
	if (f->layers > JOINT_LAYERS)
		return status_fail(st, "%s: the header is damaged", path);
	for (int k = 0; k < f->layers; k++) {
		const unsigned char *entry = h + LAYERS_AT + ENTRY_BYTES * k;
		f->slots[k] = get_number(entry, 8);
		f->offset[k] = get_number(entry + 8, 8);
		f->length[k] = get_number(entry + 16, 8);
		if (f->offset[k] > f->bytes || f->length[k] > f->bytes - f->offset[k])
			return status_fail(st, "%s: truncated", path);
	}
	return true;
}

bool
solved_map(struct solved_file *f, const struct game *g, const char *path,
	   struct status *st)
{
	*f = (struct solved_file){ 0 };
	if (g->ops->carried != NULL) /* the rules may change under the same name */
		return status_fail(st, "%s: no table is kept of %s", path, g->ops->title);
	const int fd = file_open(path);
	struct stat info;
	if (fd < 0)
		return status_fail(st, "%s: %s", path, file_reason());
	if (fstat(fd, &info) == 0 && info.st_size > 0) {
		void *map =
			mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		f->map = map == MAP_FAILED ? NULL : map;
		f->bytes = (size_t)info.st_size;
	}
	close(fd);
	if (f->map == NULL)
		return status_fail(st, "%s: no table of solved positions", path);
	if (check_header(f, g, path, st))
		return true;
	solved_unmap(f);
	return false;
}

bool
solved_read(const struct solved_file *f, const char *path, int layer, int32_t *out,
	    struct status *st)
{
	if (layer < 0 || layer >= f->layers)
		return status_fail(st, "%s: layer %d is not solved yet", path, layer);
	const size_t n = f->slots[layer];
	unsigned char *plane = malloc(4 * n + 1);
	if (plane == NULL)
		return status_fail(st, "%s: no memory for layer %d", path, layer);
	const size_t got = ZSTD_decompress(plane, 4 * n, f->map + f->offset[layer],
					   f->length[layer]);
	const bool ok = !ZSTD_isError(got) && got == 4 * n;
	if (ok)
		join_planes(plane, n, out);
	free(plane);
	return ok || status_fail(st, "%s: layer %d is damaged", path, layer);
}

void
solved_unmap(struct solved_file *f)
{
	if (f->map != NULL)
		munmap((void *)(uintptr_t)f->map, f->bytes);
	*f = (struct solved_file){ 0 };
}

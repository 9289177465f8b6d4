/*
 * driver.c - a random driver for parsers.c, for machines without libFuzzer.
 *
 * usage: driver RUNS|SECONDSs FILE...
 * Reads the files, then feeds mutated copies: bytes changed, dropped, doubled, spliced, and
 * numbers pushed out of range. The seed is fixed, so a run of RUNS inputs can be repeated;
 * the input in hand is printed when it kills the program.
 */
#include "src/base/clock.h"
#include "src/base/rng.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define INPUT_MAX  8192
#define CORPUS_MAX 256

struct input {
	size_t size;
	uint8_t byte[INPUT_MAX];
};

static struct input corpus[CORPUS_MAX], now;
static int corpus_count;

static void
on_crash(int signal_number)
{
	static const char text[] = "\n# the input that killed it:\n";
	ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
	n = write(STDERR_FILENO, now.byte, now.size);
	n = write(STDERR_FILENO, "\n", 1);
	(void)n;
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void
read_corpus(int n, char **names)
{
	for (int i = 0; i < n && corpus_count < CORPUS_MAX; i++) {
		FILE *f = fopen(names[i], "rb");
		if (!f)
			continue;
		struct input *in = &corpus[corpus_count];
		in->size = fread(in->byte, 1, sizeof in->byte, f);
		fclose(f);
		if (in->size > 0)
			corpus_count++;
	}
}

static void
mutate(struct rng *r)
{
	static const char *const words[] = {
		"-1", "0", "99999999999", "seats=", "[Game \"", "(", ")",
		",",  "=", "{",		  "}",	    "\n",	"k", "human"
	};
	if (now.size == 0)
		return;
	size_t at = rng_below(r, (uint32_t)now.size);
	size_t length = 1 + rng_below(r, 16);
	if (length > now.size - at)
		length = now.size - at;
	switch (rng_below(r, 5)) {
	case 0: now.byte[at] = (uint8_t)rng_below(r, 256); break;
	case 1:
		memmove(now.byte + at, now.byte + at + length, now.size - at - length);
		now.size -= length;
		break;
	case 2:
		if (now.size + length > INPUT_MAX)
			break;
		memmove(now.byte + at + length, now.byte + at, now.size - at);
		now.size += length;
		break;
	case 3: {
		const char *word = words[rng_below(r, sizeof words / sizeof words[0])];
		length = strlen(word);
		if (at + length <= now.size)
			memcpy(now.byte + at, word, length);
		break;
	}
	case 4: {
		const struct input *other = &corpus[rng_below(r, (uint32_t)corpus_count)];
		if (at < other->size) {
			memcpy(now.byte + at, other->byte + at, other->size - at);
			now.size = other->size;
		}
		break;
	}
	}
}

int
main(int argc, char **argv)
{
	if (argc < 3) {
		fprintf(stderr, "usage: %s RUNS|SECONDSs FILE...\n", argv[0]);
		return 2;
	}
	char *end;
	long long limit = strtoll(argv[1], &end, 10), runs = 0;
	int64_t until = *end == 's' ? clock_now_us() + limit * 1000000 : 0;
	signal(SIGABRT, on_crash);
	signal(SIGSEGV, on_crash);
	read_corpus(argc - 2, argv + 2);
	if (corpus_count == 0) {
		fprintf(stderr, "no input could be read\n");
		return 2;
	}
	struct rng r;
	rng_seed(&r, 1);
	for (; until ? clock_now_us() < until : runs < limit; runs++) {
		now = corpus[rng_below(&r, (uint32_t)corpus_count)];
		uint32_t changes = runs < corpus_count ? 0 : rng_below(&r, 6);
		for (uint32_t i = 0; i < changes; i++)
			mutate(&r);
		LLVMFuzzerTestOneInput(now.byte, now.size);
	}
	printf("%lld inputs\n", runs);
	return 0;
}

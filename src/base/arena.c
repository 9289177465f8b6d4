/* arena.c - memory of a fixed size. See arena.h. */
#include "src/base/arena.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

bool
arena_open(struct arena *a, size_t size)
{
	void *base = mmap(NULL, size, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	*a = (struct arena){ 0 };
	if (base == MAP_FAILED)
		return false;
	a->base = base;
	a->size = size;
	return true;
}

void
arena_want_large_pages(void *from, size_t size)
{
#ifdef MADV_HUGEPAGE
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t at = (uintptr_t)from & ~(page - 1);
	madvise((void *)at, (uintptr_t)from + size - at, MADV_HUGEPAGE);
#else
	(void)from, (void)size;
#endif
}

void
arena_close(struct arena *a)
{
	if (a->base)
		munmap(a->base, a->size);
	*a = (struct arena){ 0 };
}

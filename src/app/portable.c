/*
 * portable.c - main() of a program that was compiled for three levels of x86-64 processors.
 *
 * The Makefile turns the program of each level into one object, of which only main() is seen, by the
 * name of its level, and links them with this file. Only one of them runs. All give the same
 * results, since no product and sum are fused (-ffp-contract=off).
 */
#include <stdbool.h>

int plyscope_x86_64(int argc, char **argv);
int plyscope_x86_64_v3(int argc, char **argv);
int plyscope_x86_64_v4(int argc, char **argv);

/* What each level adds. Every processor with the features named here has the rest of the level
 * too; clang and older GCC do not know the levels by name. */
#define HAS(feature) (__builtin_cpu_supports(feature) != 0)

static bool
has_v3(void)
{
	return HAS("avx2") && HAS("bmi") && HAS("bmi2") && HAS("fma");
}

static bool
has_v4(void)
{
	return HAS("avx512f") && HAS("avx512bw") && HAS("avx512cd") && HAS("avx512dq") &&
	       HAS("avx512vl");
}

int
main(int argc, char **argv)
{
	if (!has_v3())
		return plyscope_x86_64(argc, argv);
	return has_v4() ? plyscope_x86_64_v4(argc, argv) : plyscope_x86_64_v3(argc, argv);
}

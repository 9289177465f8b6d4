/* clock.c - the clock of a search that is alone: the processor time of its thread, however little
 * of the processor the rest of the machine leaves it. */
#include "src/base/clock.h"
#include "tests/unit/play_text.h"

#include <pthread.h>
#ifdef __linux__
#include <sched.h>
#endif

#define LIMIT_US 60000
#define LEAST_US 50000 /* pimc's worlds end a little before */
#define OTHERS	 3     /* threads that want the same processor */

static atomic_bool enough;

static void *
burn(void *unused)
{
	while (!atomic_load_explicit(&enough, memory_order_relaxed))
		;
	return unused;
}

/* All threads that are started from now on share one processor with the caller, where the system
 * can say so. */
static void
share_a_processor(void)
{
#ifdef __linux__
	cpu_set_t may, one;
	size_t cpu = 0;
	assert_int_equal(sched_getaffinity(0, sizeof may, &may), 0);
	while (!CPU_ISSET(cpu, &may))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
#endif
}

/* Searches the first position for LIMIT_US; returns the processor time that took. */
static int64_t
search_alone(const char *game, const char *variant, const char *player)
{
	struct game g;
	struct state root;
	struct player p;
	struct search s;
	struct status st = { 0 };
	open_game(&g, catalog_game(&app_catalog, game), 2, variant);
	start_game(&g, &root);
	assert_true(player_parse(&p, player, &app_catalog, &g, &st));
	player_single_thread(&p);
	p.part[0].limits.time_ms = LIMIT_US / 1000;
	const struct search_job job = { .game = &g,
					.root = &root,
					.viewer = 0,
					.player = &p,
					.seed = 1,
					.bounded = true,
					.alone = true };
	if (!search_open(&s, &job, &st))
		fail_msg("%s", st.text);
	const int64_t before = clock_thread_us();
	search_run(&s);
	const int64_t took = clock_thread_us() - before;
	assert_int_equal(s.live.stop, STOP_TIME);
	assert_in_range(s.live.elapsed_us, LEAST_US, LIMIT_US + 100000);
	search_close(&s);
	return took;
}

static void
a_search_alone_gets_its_time_on_a_busy_machine(void **state)
{
	static const struct {
		const char *game, *variant, *player;
	} cases[] = {
		{ "chinese-checkers", "", "uct:sims=1G" },
		{ "chinese-checkers", "", "paranoid:depth=30" },
		{ "chinese-checkers", "", "pimc:worlds=50,sims=1G,inner=uct" },
		{ "oshi-zumo", "", "smmcts:sims=1G" },
	};
	pthread_t other[OTHERS];
	share_a_processor();
	for (int i = 0; i < OTHERS; i++)
		assert_int_equal(pthread_create(&other[i], NULL, burn, NULL), 0);
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
		assert_true(search_alone(cases[k].game, cases[k].variant,
					 cases[k].player) >= LEAST_US);
	atomic_store(&enough, true);
	for (int i = 0; i < OTHERS; i++)
		pthread_join(other[i], NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_search_alone_gets_its_time_on_a_busy_machine),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

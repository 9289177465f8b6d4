/*
 * pns_kept.c - proofs in files: one that was stopped, however often, goes on as if it had not been;
 * a file of anything else is refused and left as it is.
 */
#include "ai/pns/dfpn.h"
#include "ai/pns/tree.h"
#include "src/base/bytes.h"
#include "src/core/past.h"
#include "tests/unit/play_text.h"

#include <unistd.h>

#define NODES 40000

static struct search search;
static struct player player;
static struct past played;
static struct state line[64];
static char file[300];

static const struct {
	const char *game, *variant;
	int plies; /* at random, before the position */
} roots[] = {
	{ "breakthrough", "columns=3,rows=4", 0 }, /* solved within the nodes */
	{ "breakthrough", "columns=5,rows=5", 0 },
	{ "lines-of-action", "size=6", 21 },
	{ "minishogi", "", 17 },
	{ "gomoku", "size=9", 12 },
};
#define ROOTS (int)(sizeof roots / sizeof roots[0])

static const char *const options[] = {
	"pns:memory=8",
	"pns:memory=2,leaf=moves",
	"pns:method=pn2,second=30",
	"pns:method=dfpn,memory=2",
	"pns:method=dfpn,goal=draw,epsilon=50",
};
#define OPTIONS (int)(sizeof options / sizeof options[0])

/* A position after random moves into line[n], and the ones before it. */
static int
find_root(struct game *g, int k)
{
	struct rng r;
	int n = 0;
	const struct game_ops *ops = catalog_game(&app_catalog, roots[k].game);
	open_game(g, ops, 2, roots[k].variant);
	rng_seed(&r, 3);
	start_game(g, &line[0]);
	while (n < roots[k].plies) {
		move m[MOVES_MAX];
		const int seat = game_mover(g, &line[n]);
		const int count = g->rules->moves(g, &line[n], seat, m);
		g->rules->play(g, &line[n], seat, m[rng_below(&r, (uint32_t)count)],
			       &line[n + 1]);
		n++;
	}
	memset(&played, 0, sizeof played);
	if (g->turns->key != NULL)
		past_fill(&played, g, line, n);
	return n;
}

static void
open_at(const struct game *g, const struct state *root, const char *text)
{
	open_player(&search, &player,
		    (struct search_job){ .game = g,
					 .root = root,
					 .viewer = SEAT_ALL,
					 .seed = 1,
					 .past = &played },
		    text);
}

/* So far, and not a node more; the table is as large as without a limit. */
static void
run_to(int64_t nodes)
{
	search.limits.nodes = nodes;
	search_run(&search);
}

static void
load(void)
{
	struct status st = { 0 };
	if (!search.ops->load(&search, file, &st))
		fail_msg("%s", st.text);
}

static void
save(void)
{
	struct status st = { 0 };
	if (!search.ops->save(&search, file, &st))
		fail_msg("%s", st.text);
}

/* All that a run has found. */
struct found {
	struct snapshot live;
	struct pns pns;
	uint64_t sum; /* of the tree or table */
};

static struct found
take_found(void)
{
	const struct pns *p = search.self;
	const struct pns_tree *t = p->tree;
	struct found f = { .live = search.live, .pns = *p, .sum = BYTES_HASH };
	if (t != NULL)
		for (uint32_t i = 0; i < t->count; i++)
			f.sum = rng_mix(f.sum ^ t->node[i].pn ^ rng_mix(t->node[i].dn) ^
					rng_mix(t->node[i].child + t->node[i].made));
	else
		f.sum = bytes_hash(f.sum, (const char *)p->dfpn->table.base,
				   ttable_bytes(&p->dfpn->table));
	return f;
}

static void
check_same(const struct found *a, const struct found *b)
{
	assert_int_equal(a->live.nodes, b->live.nodes);
	assert_int_equal(a->live.leaves, b->live.leaves);
	assert_int_equal(a->live.children, b->live.children);
	assert_int_equal(a->live.stop, b->live.stop);
	assert_int_equal(a->live.depth, b->live.depth);
	assert_int_equal(a->live.tt_probes, b->live.tt_probes);
	assert_int_equal(a->live.tt_hits, b->live.tt_hits);
	assert_int_equal(a->pns.low, b->pns.low);
	assert_int_equal(a->pns.high, b->pns.high);
	assert_int_equal(a->pns.want, b->pns.want);
	assert_int_equal(a->pns.runs, b->pns.runs);
	assert_int_equal(a->pns.expanded, b->pns.expanded);
	assert_int_equal(a->live.pv_count, b->live.pv_count);
	assert_memory_equal(a->live.pv, b->live.pv,
			    (size_t)a->live.pv_count * sizeof a->live.pv[0]);
	assert_int_equal(a->live.move_count, b->live.move_count);
	for (int i = 0; i < a->live.move_count; i++) {
		const struct stats_move *x = &a->live.moves[i], *y = &b->live.moves[i];
		assert_int_equal(x->m, y->m);
		assert_int_equal(x->visits, y->visits);
		assert_int_equal(x->status, y->status);
		assert_memory_equal(x->extra, y->extra, sizeof x->extra);
	}
	assert_int_equal(a->live.gauge_count, b->live.gauge_count);
	for (int i = 0; i < a->live.gauge_count; i++)
		assert_true(a->live.gauges[i].value == b->live.gauges[i].value);
	assert_true(a->sum == b->sum);
}

/* The same with stops, each in a search of its own. */
static void
run_in_parts(const struct game *g, const struct state *root, const char *text,
	     struct rng *r)
{
	int64_t at = 1 + rng_below(r, 40);
	bool first = true;
	for (;;) {
		open_at(g, root, text);
		if (!first)
			load();
		run_to(at < NODES ? at : NODES);
		if (at >= NODES || search.live.stop == STOP_SOLVED)
			return;
		save();
		search_close(&search);
		first = false;
		at += 1 + rng_below(r, NODES / 4);
	}
}

static void
a_stopped_proof_goes_on_as_if_it_had_not_been(void **state)
{
	static struct found whole, parts;
	struct rng r;
	int solved = 0;
	(void)state;
	rng_seed(&r, 1);
	for (int k = 0; k < ROOTS * OPTIONS; k++) {
		struct game g;
		const char *text = options[k / ROOTS];
		const int n = find_root(&g, k % ROOTS);
		open_at(&g, &line[n], text);
		run_to(NODES);
		whole = take_found();
		search_close(&search);
		run_in_parts(&g, &line[n], text, &r);
		parts = take_found();
		search_close(&search);
		check_same(&whole, &parts);
		solved += whole.live.stop == STOP_SOLVED;
	}
	assert_true(solved >= OPTIONS && solved < ROOTS * OPTIONS);
}

/* A proof that is done is there at once, and its tree is. */
static void
a_finished_proof_is_kept(void **state)
{
	struct game g;
	(void)state;
	for (int k = 0; k < OPTIONS; k++) {
		find_root(&g, 0);
		open_at(&g, &line[0], options[k]);
		run_to(NODES);
		assert_int_equal(search.live.stop, STOP_SOLVED);
		const int64_t nodes = search.live.nodes;
		save();
		search_close(&search);
		open_at(&g, &line[0], options[k]);
		load();
		run_to(2 * NODES);
		const struct pns *p = search.self;
		assert_int_equal(search.live.stop, STOP_SOLVED);
		assert_int_equal(p->high, OUTCOME_LOSS);
		assert_true(search.live.nodes <= nodes + nodes / 10);
		search_close(&search);
	}
}

/* ---- what is refused ---- */

static void
expect_refused(const struct game *g, const struct state *root, const char *text,
	       const char *why)
{
	struct status st = { 0 };
	open_at(g, root, text);
	assert_false(search.ops->load(&search, file, &st));
	if (strstr(st.text, why) == NULL || strstr(st.text, file) == NULL)
		fail_msg("'%s' says nothing of '%s'", st.text, why);
	search_close(&search);
}

static void
keep_one(struct game *g, const char *text)
{
	find_root(g, 1);
	open_at(g, &line[0], text);
	run_to(2000);
	save();
	search_close(&search);
}

static void
another_proof_is_refused(void **state)
{
	struct game g, other;
	struct state next;
	move m[MOVES_MAX];
	(void)state;
	for (int k = 0; k < OPTIONS; k++) {
		keep_one(&g, options[k]);
		g.rules->moves(&g, &line[0], 0, m);
		g.rules->play(&g, &line[0], 0, m[0], &next);
		expect_refused(&g, &next, options[k], "of the position");
		expect_refused(&g, &line[0], options[(k + 1) % OPTIONS],
			       "with the options");
		open_game(&other, catalog_game(&app_catalog, "breakthrough"), 2,
			  "columns=5,rows=6");
		start_game(&other, &next);
		expect_refused(&other, &next, options[k], "rows=5,columns=5");
	}
}

/* The same position of the same game, with other moves before it. */
static void
other_moves_before_are_refused(void **state)
{
	struct game g;
	(void)state;
	const int n = find_root(&g, 2);
	open_at(&g, &line[n], options[3]);
	run_to(2000);
	save();
	search_close(&search);
	played.key[0] ^= 1;
	expect_refused(&g, &line[n], options[3], "other moves");
}

static void
write_file(const struct text *t, size_t length)
{
	FILE *f = fopen(file, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(t->s, 1, length, f), length);
	fclose(f);
}

/* One bit alone may be one that zstd does not use. */
static void
invert(struct text *t, size_t at)
{
	for (size_t i = at; i < at + 4; i++)
		t->s[i] = (char)~t->s[i];
}

static void
a_damaged_file_is_refused_and_left(void **state)
{
	struct game g;
	struct rng r;
	struct text t = { 0 }, after = { 0 };
	(void)state;
	rng_seed(&r, 2);
	for (int k = 0; k < OPTIONS; k++) {
		keep_one(&g, options[k]);
		text_clear(&t);
		assert_true(text_read_file(&t, file, 1 << 24));
		for (int i = 0; i < 40; i++) {
			const size_t at = rng_below(&r, (uint32_t)t.length - 4);
			invert(&t, at);
			write_file(&t, t.length);
			invert(&t, at);
			expect_refused(&g, &line[0], options[k], "");
			write_file(&t, at);
			expect_refused(&g, &line[0], options[k], "");
			text_clear(&after);
			assert_true(text_read_file(&after, file, 1 << 24));
			assert_int_equal(after.length, at);
		}
	}
	unlink(file);
	expect_refused(&g, &line[0], options[0], "No such file");
	text_free(&t);
	text_free(&after);
}

/* Whole, with its checksums, and yet of no search by these rules. */
static void
moves_and_numbers_that_cannot_be_are_refused(void **state)
{
	struct game g;
	(void)state;
	for (int k = 0; k < OPTIONS; k++)
		for (int i = 0; i < 4; i++) {
			find_root(&g, 1);
			open_at(&g, &line[0], options[k]);
			run_to(3000);
			struct pns *p = search.self;
			if (p->tree != NULL && i == 0)
				p->tree->node[p->tree->node[0].child].m ^= 1;
			else if (p->tree != NULL && i == 1)
				p->tree->node[p->tree->node[0].child + 1].pn++;
			else if (p->tree != NULL && i == 2)
				p->tree->node[p->tree->node[0].child].child = 0;
			else if (p->tree != NULL)
				p->tree->node[p->tree->node[0].child].settled ^= 1;
			else if (i == 0)
				p->dfpn->parked_child[0].m ^= 1;
			else if (i == 1)
				p->dfpn->parked_frame[0].chosen = 1 << 20;
			else if (i == 2)
				p->dfpn->parked_frame[1].first = 1 << 20;
			else
				p->dfpn->parked_frame[1].count = 1 << 20;
			save();
			search_close(&search);
			expect_refused(&g, &line[0], options[k], "not those");
		}
}

int
main(void)
{
	snprintf(file, sizeof file, "/tmp/plyscope-proof-%d", (int)getpid());
	const struct CMUnitTest list[] = {
		cmocka_unit_test(a_stopped_proof_goes_on_as_if_it_had_not_been),
		cmocka_unit_test(a_finished_proof_is_kept),
		cmocka_unit_test(another_proof_is_refused),
		cmocka_unit_test(other_moves_before_are_refused),
		cmocka_unit_test(a_damaged_file_is_refused_and_left),
		cmocka_unit_test(moves_and_numbers_that_cannot_be_are_refused),
	};
	const int failed = cmocka_run_group_tests(list, NULL, NULL);
	unlink(file);
	return failed;
}

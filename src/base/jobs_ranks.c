/*
 * jobs_ranks.c - jobs on other ranks. See jobs.h.
 *
 * A message is its kind, the number of the run of jobs, and:
 *
 *   READY  to rank 0: how many jobs the whole has, what they are about (a hash), workers
 *   WORK   from rank 0: numbers and bytes of jobs
 *   DONE   to rank 0: numbers, ends, times and results of jobs
 *   OVER   from rank 0: nothing more is to be done; early or not. Then all is spread.
 *   LEFT   to rank 0: the end of a rank's program, and why, if it failed
 *   LEAVE  from rank 0: the end of the program
 *
 * While jobs are quick a rank is sent some ahead, for AHEAD_US of work, so that its workers need
 * not wait for a message to go and come; they are one message. Near the end each is to have an
 * equal share. Nothing spins: an idle rank sleeps for up to a millisecond.
 */
#include "src/base/jobs_list.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define AHEAD_US   20000
#define AHEAD_MOST 64	/* jobs of a worker besides its current one */
#define NAP_US	   1000 /* at most */

enum message { READY, WORK, DONE, OVER, LEFT, LEAVE };

/* What rank 0 tells everybody about a job. */
enum told { TOLD_NONE, TOLD_RESULT };

/* A rank, as seen by rank 0. */
struct rank {
	bool heard;	/* something has come from it since it was given work */
	int room, away; /* workers, 0 until it is ready; jobs that it has */
	struct jobs_entry *first, **last;
	int64_t done, us; /* jobs, and their time */
	int64_t began_us;
};

static struct {
	const struct jobs_wire *wire; /* NULL: none */
	int cores;
	int64_t run;
	bool broken; /* a rank has left: nothing more can be done together */
	struct rank *rank;
	/* Of all ranks but 0, so that no message costs a look at each of them: */
	int ready;	      /* ranks in this run */
	int64_t rooms, away;  /* workers, and jobs that they have */
	int *heard, hearings; /* ranks that were heard */
} all;

void
jobs_join(const struct jobs_wire *wire, int cores)
{
	all.wire = wire != NULL && wire->count > 1 ? wire : NULL;
	all.cores = cores;
	all.run = 0;
	all.broken = false;
}

bool
jobs_lead(void)
{
	return all.wire == NULL || all.wire->number == 0;
}

bool
jobs_have_ranks(void)
{
	return all.wire != NULL;
}

int
jobs_own_cores(void)
{
	return all.wire != NULL && all.cores > 0 ? all.cores : pool_cores();
}

static void
nap(int64_t us)
{
	const struct timespec t = { 0, us * 1000 };
	nanosleep(&t, NULL);
}

static void
begin_message(struct text *t, enum message kind)
{
	text_clear(t);
	bytes_add_int(t, kind);
	bytes_add_int(t, all.run);
}

static void
send_word(int to, enum message kind, int64_t x)
{
	struct text t = { 0 };
	begin_message(&t, kind);
	bytes_add_int(&t, x);
	all.wire->send(to, &t);
	text_free(&t);
}

/* Whether two ranks mean the same. */
static int64_t
jobs_ranks_hash_of(const char *text)
{
	return (int64_t)bytes_hash(BYTES_HASH, text, text != NULL ? strlen(text) : 0);
}

/* -------------------------------------------------------------- messages to all ranks */

static void
jobs_ranks_tell(struct jobs_list *l, enum told kind, int64_t number)
{
	bytes_add_int(&l->told, kind);
	bytes_add_int(&l->told, number);
}

void
jobs_tell_result(struct jobs_list *l, int64_t number, const struct text *result)
{
	jobs_ranks_tell(l, result != NULL ? TOLD_RESULT : TOLD_NONE, number);
	if (result != NULL)
		bytes_add_text(&l->told, result->s, result->length);
}

static struct jobs_entry *
new_entry(int64_t number)
{
	struct jobs_entry *e = calloc(1, sizeof *e);
	if (e == NULL)
		BUG("not enough memory for a job");
	e->number = number;
	return e;
}

static void
add_bytes(struct bytes *b, struct text *t)
{
	size_t length;
	const char *s = bytes_text(b, &length);
	text_add_bytes(t, s, length);
}

/* The end of a run: everybody gets what rank 0 knows. */
static void
jobs_ranks_spread(struct jobs_list *l)
{
	struct text t = { 0 };
	bytes_add_text(&t, l->st.text, strlen(l->st.text));
	bytes_add_text(&t, l->told.s, l->told.length);
	all.wire->spread(&t);
	text_free(&t);
}

static void
jobs_ranks_hear(struct jobs_list *l)
{
	struct text t = { 0 };
	all.wire->spread(&t);
	struct bytes b = bytes_of(&t);
	size_t length;
	const char *why = bytes_text(&b, &length);
	if (length > 0)
		status_fail(&l->st, "%.*s", (int)length, why);
	bytes_text(&b, &length);
	b.at -= length;
	while (bytes_left(&b) > 0 && !b.bad) {
		const enum told kind = (enum told)bytes_int(&b);
		struct jobs_entry *e = new_entry(bytes_int(&b));
		l->next = l->next > e->number ? l->next : e->number + 1;
		if (kind == TOLD_RESULT)
			add_bytes(&b, &e->result);
		e->end = kind == TOLD_RESULT ? JOBS_CAME : JOBS_NONE;
		jobs_end(l, e);
	}
	text_free(&t);
}

/* ------------------------------------------------------------------ rank 0 */

/* How many jobs a rank is to have. */
static int64_t
jobs_ranks_wanted(const struct jobs_list *l, const struct rank *r)
{
	const int64_t mean = r->done > 0 ? r->us / r->done + 1 : AHEAD_US + 1;
	const int64_t share = (l->j->count - l->next) / (2 * all.rooms);
	int64_t each = 1 + AHEAD_US / mean;
	each = each > AHEAD_MOST ? AHEAD_MOST : each;
	each = each > share ? share : each;
	return r->room * (each > 1 ? each : 1);
}

static void
jobs_ranks_hand_out(struct jobs_list *l, int to)
{
	struct rank *r = &all.rank[to];
	const int64_t want = jobs_ranks_wanted(l, r);
	struct text t = { 0 };
	struct jobs_entry *e;
	begin_message(&t, WORK);
	const size_t head = t.length;
	while (r->away < want && (e = jobs_take(l)) != NULL) {
		bytes_add_int(&t, e->number);
		bytes_add_text(&t, e->bytes.s, e->bytes.length);
		e->next = NULL;
		*r->last = e;
		r->last = &e->next;
		r->away++;
		all.away++;
	}
	if (t.length > head)
		all.wire->send(to, &t);
	text_free(&t);
}

/* Sends to the ranks heard from: the others have no more room than before. */
static void
jobs_ranks_hand_out_all(struct jobs_list *l)
{
	for (int i = 0; i < all.hearings; i++) {
		struct rank *r = &all.rank[all.heard[i]];
		r->heard = false;
		if (r->room > 0) /* it is in this run */
			jobs_ranks_hand_out(l, all.heard[i]);
	}
	all.hearings = 0;
}

static void
note_hearing(int from)
{
	if (!all.rank[from].heard)
		all.heard[all.hearings++] = from;
	all.rank[from].heard = true;
}

/* Of a rank's jobs, out of its list; NULL: it has none of this number. */
static struct jobs_entry *
take_away(struct rank *r, int64_t number)
{
	struct jobs_entry **at = &r->first, *e;
	while (*at != NULL && (*at)->number != number)
		at = &(*at)->next;
	e = *at;
	if (e == NULL)
		return NULL;
	*at = e->next;
	if (e->next == NULL)
		r->last = at;
	r->away--;
	all.away--;
	return e;
}

static void
break_up(struct jobs_list *l, int rank, const char *why)
{
	status_fail(&l->st, "rank %d: %s", rank, why);
	l->halt = all.broken = true;
}

static void
take_results(struct jobs_list *l, int from, struct bytes *b)
{
	struct rank *r = &all.rank[from];
	while (bytes_left(b) > 0 && !b->bad) {
		struct jobs_entry *e = take_away(r, bytes_int(b));
		if (e == NULL) {
			break_up(l, from, "sent the result of a job of another rank");
			return;
		}
		const int64_t end = bytes_int(b);
		r->us += bytes_int(b);
		r->done++;
		e->end = (enum jobs_end)end;
		add_bytes(b, &e->result);
		jobs_end(l, e);
	}
}

static void
jobs_ranks_take_ready(struct jobs_list *l, int from, struct bytes *b)
{
	struct rank *r = &all.rank[from];
	const int64_t count = bytes_int(b), about = bytes_int(b);
	r->room = (int)bytes_int(b);
	all.ready++;
	all.rooms += r->room;
	r->began_us = clock_now_us();
	if (count != l->j->count || about != jobs_ranks_hash_of(l->j->about))
		break_up(l, from, "has other work: do all ranks see the same files?");
}

static void
take_message(struct jobs_list *l, int from, const struct text *message)
{
	struct bytes b = bytes_of(message);
	const int64_t kind = bytes_int(&b), run = bytes_int(&b);
	size_t length;
	note_hearing(from);
	if (kind == LEFT) {
		const char *why = bytes_text(&b, &length);
		char text[STATUS_TEXT];
		snprintf(text, sizeof text, "%.*s", (int)length, why);
		break_up(l, from, length > 0 ? text : "has left the work");
	} else if (kind == READY && run == all.run) {
		jobs_ranks_take_ready(l, from, &b);
	} else if (kind == DONE && run == all.run) {
		take_results(l, from, &b);
	}
}

/* Whether any message was there. */
static bool
take_messages(struct jobs_list *l)
{
	struct text t = { 0 };
	int from;
	bool any = false;
	while (!l->halt && all.wire->receive(&from, &t)) {
		any = true;
		take_message(l, from, &t);
	}
	text_free(&t);
	return any;
}

static bool
all_ready(void)
{
	return all.ready == all.wire->count - 1;
}

/* Waits for messages for a while; longer while none comes. */
static void
wait_for_more(struct jobs_list *l, int64_t *pause)
{
	const int64_t tick = jobs_tick(l) * INT64_C(1000);
	if (take_messages(l)) {
		*pause = 20;
		return;
	}
	nap(*pause < tick ? *pause : tick);
	*pause = *pause * 2 < NAP_US ? *pause * 2 : NAP_US;
}

/* The others are to be in the same run when all is spread. */
static void
gather(struct jobs_list *l)
{
	struct text t = { 0 };
	int from;
	while (!all.broken && !all_ready()) {
		if (all.wire->receive(&from, &t))
			take_message(l, from, &t);
		else
			nap(NAP_US);
	}
	text_free(&t);
}

static void
drop_away(void)
{
	for (int i = 1; i < all.wire->count; i++)
		for (struct jobs_entry *e, *next = all.rank[i].first;
		     (e = next) != NULL;) {
			next = e->next;
			jobs_free_entry(e);
		}
}

static void
forget_ranks(void)
{
	free(all.rank);
	free(all.heard);
	all.rank = NULL;
	all.heard = NULL;
}

static void
begin_lead(void)
{
	const size_t count = (size_t)all.wire->count;
	forget_ranks();
	all.rank = calloc(count, sizeof *all.rank);
	all.heard = calloc(count, sizeof *all.heard);
	if (all.rank == NULL || all.heard == NULL)
		BUG("not enough memory for %d ranks", all.wire->count);
	for (int i = 0; i < all.wire->count; i++)
		all.rank[i].last = &all.rank[i].first;
	all.ready = all.hearings = 0;
	all.rooms = all.away = 0;
}

static void
jobs_ranks_lead(struct jobs_list *l)
{
	int64_t pause = 20;
	begin_lead();
	for (;;) {
		jobs_ranks_hand_out_all(l);
		const bool done = l->next == l->j->count;
		if (l->halt || (done && all_ready() && all.away == 0))
			break;
		wait_for_more(l, &pause);
	}
	gather(l);
	drop_away();
	for (int i = 1; i < all.wire->count && !all.broken; i++)
		send_word(i, OVER, l->halt);
	if (!all.broken)
		jobs_ranks_spread(l);
}

bool
jobs_slowest_rank(int *rank, double *jobs_per_s)
{
	double least = 0;
	const int64_t now = clock_now_us();
	*rank = -1;
	for (int i = 1; all.rank != NULL && i < all.wire->count; i++) {
		const struct rank *r = &all.rank[i];
		const double s = (double)(now - r->began_us) / 1e6;
		const double each =
			r->room > 0 && s > 0 ? (double)r->done / s / r->room : 0;
		if (r->room == 0 || (*rank >= 0 && each >= least))
			continue;
		*rank = i;
		least = each;
		*jobs_per_s = each * r->room;
	}
	return *rank >= 0;
}

/* ------------------------------------------------------------------ the others */

struct jobs_follower {
	struct jobs_entry *first, **last; /* that came and were not begun */
	struct text done;		  /* to be sent */
	struct text in;
	bool over, early, leave;
};

struct jobs_entry *
jobs_follow_take(struct jobs_list *l)
{
	struct jobs_follower *f = l->follower;
	struct jobs_entry *e = l->halt ? NULL : f->first;
	if (e == NULL)
		return NULL;
	f->first = e->next;
	if (f->first == NULL)
		f->last = &f->first;
	return e;
}

static void
begin_result(struct jobs_follower *f, const struct jobs_entry *e)
{
	if (f->done.length == 0)
		begin_message(&f->done, DONE);
	bytes_add_int(&f->done, e->number);
	bytes_add_int(&f->done, e->end);
	bytes_add_int(&f->done, e->us);
}

void
jobs_follow_end(struct jobs_list *l, const struct jobs_entry *e)
{
	begin_result(l->follower, e);
	bytes_add_text(&l->follower->done, e->result.s, e->result.length);
}

static void
take_work(struct jobs_follower *f, struct bytes *b)
{
	while (bytes_left(b) > 0 && !b->bad) {
		struct jobs_entry *e = new_entry(bytes_int(b));
		add_bytes(b, &e->bytes);
		*f->last = e;
		f->last = &e->next;
	}
}

static void
follow_message(struct jobs_follower *f)
{
	struct bytes b = bytes_of(&f->in);
	const int64_t kind = bytes_int(&b);
	bytes_int(&b);
	if (kind == WORK)
		take_work(f, &b);
	if (kind == OVER) {
		f->over = true;
		f->early = bytes_int(&b) != 0;
	}
	f->leave = f->leave || kind == LEAVE;
}

int
jobs_follow_tick(struct jobs_list *l)
{
	struct jobs_follower *f = l->follower;
	int from;
	if (f->done.length > 0)
		all.wire->send(0, &f->done);
	text_clear(&f->done);
	while (!f->over && !f->leave && all.wire->receive(&from, &f->in))
		follow_message(f);
	if (f->over || f->leave)
		l->halt = true;
	if ((f->early || f->leave) && l->j->stop != NULL)
		atomic_store(l->j->stop, true);
	return 1;
}

static void
jobs_ranks_follow(struct jobs_list *l)
{
	struct jobs_follower f = { .last = &f.first };
	struct jobs_list own = { .j = l->j, .follower = &f };
	struct text t = { 0 };
	begin_message(&t, READY);
	bytes_add_int(&t, l->j->count);
	bytes_add_int(&t, jobs_ranks_hash_of(l->j->about));
	bytes_add_int(&t, jobs_workers(l->j));
	all.wire->send(0, &t);
	text_free(&t);
	jobs_on_threads(&own);
	for (struct jobs_entry *e; (e = f.first) != NULL;) {
		f.first = e->next;
		jobs_free_entry(e);
	}
	text_free(&f.done);
	text_free(&f.in);
	if (f.leave)
		all.wire->leave();
	jobs_ranks_hear(l);
}

/* ------------------------------------------------------------------ the whole */

void
jobs_on_ranks(struct jobs_list *l)
{
	if (all.broken) {
		status_fail(&l->st, "a rank has stopped working");
		return;
	}
	all.run++;
	if (all.wire->number == 0) {
		l->tells = true;
		jobs_ranks_lead(l);
	} else {
		jobs_ranks_follow(l);
	}
	text_free(&l->told);
}

void
jobs_part(const struct status *st)
{
	struct text t = { 0 };
	int from;
	if (all.wire == NULL)
		return;
	if (all.wire->number == 0) {
		for (int i = 1; i < all.wire->count; i++)
			send_word(i, LEAVE, 0);
		forget_ranks();
		all.wire = NULL;
		return;
	}
	begin_message(&t, LEFT);
	bytes_add_text(&t, st->text, strlen(st->text));
	all.wire->send(0, &t);
	for (bool told = false; !told;) {
		if (!all.wire->receive(&from, &t)) {
			nap(NAP_US);
			continue;
		}
		struct bytes b = bytes_of(&t);
		told = bytes_int(&b) == LEAVE;
	}
	text_free(&t);
	all.wire = NULL;
}

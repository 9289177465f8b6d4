/* verb_merge.c - parts of a match: --shard K/N, and joining them; joining trained strategies. */
#include "src/app/cluster.h"

#include "src/base/pack.h"
#include "src/core/store.h"
#include "src/lab/merge.h"
#include "src/lab/train_merge.h"

#include <string.h>

#define SHARDS_MAX ARGS_WORDS

/* "3/8". */
static bool
verb_merge_read_shard(const char *text, struct store_shard *s)
{
	char shard[24];
	int64_t k, n;
	const char *slash = strchr(text, '/');
	if (slash == NULL || slash - text >= (int)sizeof shard)
		return false;
	snprintf(shard, sizeof shard, "%.*s", (int)(slash - text), text);
	if (!text_parse_count(shard, &k) || !text_parse_count(slash + 1, &n) || k < 1 ||
	    k > n || n > SHARDS_MAX)
		return false;
	s->shard = (int)k;
	s->shards = (int)n;
	return true;
}

bool
cli_shard(struct cli *cli, struct store_shard *s)
{
	struct ranks_machine own;
	*s = (struct store_shard){ 0 };
	if (cli->args.shard == NULL)
		return true;
	if (!verb_merge_read_shard(cli->args.shard, s))
		return status_fail(&cli->st,
				   "--shard: expected K/N like 3/8, N at most %d, not "
				   "\"%.40s\"",
				   SHARDS_MAX, cli->args.shard);
	if (!cluster_identify(cli->catalog, &own, &cli->st))
		return false;
	snprintf(s->signature, sizeof s->signature, "%s", own.signature);
	return true;
}

void
cli_print_shard(const struct cli *cli, const struct store_shard *s, const char *db)
{
	if (cli->args.json)
		json_print(json_pack("{s:i,s:i,s:o,s:s}", "shard", s->shard, "shards",
				     s->shards, "db", json_text(db), "signature",
				     s->signature),
			   stdout);
	else
		printf("shard %d/%d is in %s; `plyscope merge` joins it with the "
		       "others\n",
		       s->shard, s->shards, db);
}

static int
merge_strategies(struct cli *cli, const struct train_merging *m)
{
	struct train_merged r;
	if (!train_merge(m, &r, &cli->st))
		return CLI_USAGE;
	if (cli->args.json)
		json_print(json_pack("{s:o,s:s,s:i,s:s,s:I}", "file", json_text(m->out),
				     "by", r.about.by, "files", m->count, "counted",
				     r.counted, "steps", (json_int_t)r.steps),
			   stdout);
	else
		printf("%s: %lld %s of %d files, by %s\n", m->out, (long long)r.steps,
		       r.counted, m->count, r.about.by);
	return CLI_DONE;
}

int
verb_merge(struct cli *cli)
{
	const struct args *a = &cli->args;
	struct merge_result r;
	if (a->count == 0 || a->out == NULL) {
		status_fail(&cli->st,
			    "merge: expected files of shards, or trained strategies, and "
			    "-o with the file to write");
		return CLI_USAGE;
	}
	const struct train_merging strategies = { cli->catalog, cli_trainers, a->word,
						  a->count, a->out };
	if (pack_begins(a->word[0]))
		return merge_strategies(cli, &strategies);
	if (!merge_files(a->word, a->count, a->out, &r, &cli->st))
		return r.unwritten ? CLI_CANNOT : CLI_USAGE;
	if (a->json)
		json_print(json_pack("{s:o,s:i,s:i,s:I}", "db", json_text(a->out),
				     "shards", r.shards, "matches", r.runs, "games",
				     (json_int_t)r.games),
			   stdout);
	else
		printf("%s: %lld games of %d shards\n", a->out, (long long)r.games,
		       r.shards);
	return CLI_DONE;
}

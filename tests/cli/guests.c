/*
 * guests.c - programs of other people that go wrong: each fault is a sentence, and in a match a
 * lost game that is counted.
 */
#include "tests/guests.h"
#include "tests/cli/run.h"

static void
every_fault_is_a_sentence(void **unused)
{
	char command[PATH_MAX + 300];
	(void)unused;
	for (int kind = 0; kind < GUEST_KINDS; kind++)
		for (int i = 0; i < GUEST_FAULTS; i++) {
			const char *says = guest_fault[i].says[kind];
			snprintf(command, sizeof command, "search %s --nodes 5 -a '%s'",
				 guest_kind[kind].game, guest_player(kind, i));
			struct ran r = run(command);
			expect_status(&r, 1, command);
			if (strstr(r.err.s, says) == NULL ||
			    strstr(r.err.s, "\033[2J") != NULL)
				fail_msg("%s: no '%s' in: %s", command, says, r.err.s);
			ran_free(&r);
		}
}

static void
every_fault_is_a_counted_loss(void **unused)
{
	char command[PATH_MAX + 300];
	(void)unused;
	for (int kind = 0; kind < GUEST_KINDS; kind++)
		for (int i = 0; i < GUEST_FAULTS; i++) {
			snprintf(command, sizeof command,
				 "match %s -a '%s' -a random --games 2 --seed 1 --json",
				 guest_kind[kind].game, guest_player(kind, i));
			json_t *j = run_json(command),
			       *players = json_object_get(j, "players");
			const json_t *guest = json_array_get(players, 0);
			if (json_integer_value(json_object_get(guest, "losses")) != 2 ||
			    json_integer_value(json_object_get(guest, "illegal")) != 2)
				fail_msg("%s: the losses are not counted", command);
			json_decref(j);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fault_is_a_sentence),
		cmocka_unit_test(every_fault_is_a_counted_loss),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

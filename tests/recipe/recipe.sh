#!/bin/sh
# A game and a search that were each added by one file and one line: no verb refuses the game, and
# what the search declares of its own is written everywhere. Prints TAP.
program=${PLYSCOPE_RECIPE:?}
n=0
status=0

# works WORDS IN THE OUTPUT (a regular expression): COMMAND...
works() {
	words=$1
	shift
	n=$((n + 1))
	if said=$("$program" "$@" 2>&1 </dev/null) && printf '%s\n' "$said" | grep -Eq "$words"; then
		echo "ok $n - $*"
	else
		status=1
		printf '%s\n' "$said" | sed 's/^/# /'
		echo "not ok $n - $*"
	fi
}

here=$(dirname "$0")
# a calibration is written beside the others
copy=$(mktemp -d "${TMPDIR:-/tmp}/plyscope-recipe.XXXXXX") || exit 1
trap 'rm -rf "$copy"' EXIT
cp -r "${PLYSCOPE_ASSETS:-assets}/." "$copy"
export PLYSCOPE_ASSETS="$copy"
n=1
if [ "$(wc -l <"$here/connect_four.c")" -lt 250 ] && ! grep -q 'ui/' "$here/connect_four.c"; then
	echo "ok 1 - it has under 250 lines, and none of them is of the screen"
else
	status=1
	echo "not ok 1 - it has under 250 lines, and none of them is of the screen"
fi
# its laws, and those of every search on it
for laws in laws searches; do
	n=$((n + 1))
	if PLYSCOPE_LAWS_OF=connect-four "$(dirname "$program")/$laws" >"$copy/said" 2>&1; then
		echo "ok $n - its $laws hold"
	else
		status=1
		grep -v '^ok' "$copy/said" | sed 's/^/# /'
		echo "not ok $n - its $laws hold"
	fi
done
works '^connect-four ' list games
works 'easy +random' list presets
# John Tromp's counts of moves
works '\b823536\b' perft connect-four 7
works '^points +1.00 +0.00' search connect-four -a maxn:depth=3 --position '......./......./......./......./ooo..../xxx.... x'
works '^ *maxn:depth=5 +6 ' match connect-four -a maxn:depth=5 -a random --games 6 --seed 1
works '"player": "uct:sims=2000"' search connect-four -a hard --json
works 'easy' match connect-four -a easy -a medium --games 4 --seed 1
works 'uct' compare connect-four -a uct:sims=100 -a maxn:depth=3 --plain
works '^connect-four ' bench --game connect-four
works 'Brier' calibrate connect-four --games 40 --seed 1
works 'Connect Four' play connect-four --plain -s 2=easy --seed 3
# Red wins by d: no reply is left, the three columns behind it are skipped, and it is ahead by a point.
won='......./......./......./......./ooo..../xxx.... x'
works '"replies": 7' search connect-four -a tally --json
works '"edge": 1\.0' search connect-four -a tally --position "$won" --json
works '"nothing-better": 3' search connect-four -a tally --position "$won" --json
works '^cuts +nothing-better 1,' search connect-four -a tally --position "$won"
works '^ {8}"replies": 0' search connect-four -a tally --position "$won" --tree - --json
cat >"$copy/lessons/tally.ini" <<END
[lesson]
title = Tally
game = connect-four
position = $won
player = tally

[stop]
at = end
text = To {next}, {replies d} replies, {edge d} ahead, {skipped nothing-better} skipped.
END
works '^To d, 0 replies, [+]1p ahead, 3 skipped\.' lesson tally --plain
echo "1..$n"
exit $status

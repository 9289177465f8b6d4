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
if [ "$(wc -l <"$here/noughts.c")" -lt 300 ] && ! grep -q 'ui/' "$here/noughts.c"; then
	echo "ok 1 - it has under 300 lines, and none of them is of the screen"
else
	status=1
	echo "not ok 1 - it has under 300 lines, and none of them is of the screen"
fi
# its laws, and those of every search on it
for laws in laws searches; do
	n=$((n + 1))
	if PLYSCOPE_LAWS_OF=noughts "$(dirname "$program")/$laws" >"$copy/said" 2>&1; then
		echo "ok $n - its $laws hold"
	else
		status=1
		grep -v '^ok' "$copy/said" | sed 's/^/# /'
		echo "not ok $n - its $laws hold"
	fi
done
works '^noughts ' list games
works 'easy +random' list presets
works '^ *504 leaves|504' perft noughts 3
works '^points +0.50 +0.50' search noughts -a maxn:depth=9
works '"player": "uct:sims=2000"' search noughts -a hard --json
works 'easy' match noughts -a easy -a medium --games 4 --seed 1
works 'uct' compare noughts -a uct:sims=100 -a maxn:depth=3 --plain
works '^noughts ' bench --game noughts
works 'Brier' calibrate noughts --games 40 --seed 1
works 'Noughts' play noughts --plain -s 2=easy --seed 3
# Cross wins by c3: no reply is left, the four other cells are skipped, and it is ahead by a point.
won='xx./oo./... x'
works '"replies": 8' search noughts -a tally --json
works '"edge": 1\.0' search noughts -a tally --position "$won" --json
works '"nothing-better": 4' search noughts -a tally --position "$won" --json
works '^cuts +nothing-better 1,' search noughts -a tally --position "$won"
works '^ {8}"replies": 0' search noughts -a tally --position "$won" --tree - --json
cat >"$copy/lessons/tally.ini" <<END
[lesson]
title = Tally
game = noughts
position = $won
player = tally

[stop]
at = end
text = To {next}, {replies c3} replies, {edge c3} ahead, {skipped nothing-better} skipped.
END
works '^To c3, 0 replies, [+]1p ahead, 4 skipped\.' lesson tally --plain
echo "1..$n"
exit $status

#!/bin/sh
# Runs test programs and scripts side by side, and sums what they say.
#
# usage: tests/run.sh LOGDIR PROGRAM...
#   every PROGRAM prints TAP lines ("ok 1 - name", "not ok 2 - name"); one that dies, or
#   breaks its plan, counts as one more failure. Those marked "# SKIP" count as neither.
#   JOBS=n side by side (default: the cores); TEST_TIMEOUT=s for each (default 540)
#
# The tests of screens mostly wait, so twice as many of them run beside the others, which give
# way to them. What took longest the last time begins first.
set -u
logs=$1
shift
mkdir -p "$logs"
JOBS=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}
export CMOCKA_MESSAGE_OUTPUT=TAP

# A data directory of their own: tests never touch what the user has played.
home=$(mktemp -d "${TMPDIR:-/tmp}/plyscope-test.XXXXXX") || exit 1
trap 'rm -rf "$home"' EXIT
trap 'exit 130' INT TERM
export HOME="$home" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" \
	XDG_STATE_HOME="$home/state" XDG_CACHE_HOME="$home/cache"

echo "$# test programs, $JOBS side by side; this takes minutes, and the logs are in $logs"
one='
log=$0/$(echo "$1" | sed "s,.*/tests/,,;s,^tests/,,;s,/,-,g").log
limit=
command -v timeout >/dev/null 2>&1 && limit="timeout -k 5 ${TEST_TIMEOUT:-540}"
began=$(date +%s)
$limit "$1" >"$log" 2>&1 </dev/null
echo "exit $? after $(($(date +%s) - began)) s" >>"$log"
'
for program in "$@"; do
	log=$logs/$(echo "$program" | sed 's,.*/tests/,,;s,^tests/,,;s,/,-,g').log
	seconds=$(sed -n '$s/^exit .* after \([0-9]*\) s$/\1/p' "$log" 2>/dev/null)
	echo "${seconds:-100} $program"
done | sort -s -k 1,1nr | sed 's/^[0-9]* //' >"$home/programs"
grep -v /screen/ "$home/programs" | nice xargs -P "$JOBS" -I '{}' sh -c "$one" "$logs" '{}' &
trap 'kill $!; exit 130' INT TERM
grep /screen/ "$home/programs" | xargs -P $((2 * JOBS)) -I '{}' sh -c "$one" "$logs" '{}'
wait

passed=0
failed=0
for program in "$@"; do
	log=$logs/$(echo "$program" | sed 's,.*/tests/,,;s,^tests/,,;s,/,-,g').log
	status=$(sed -n '$s/^exit \([0-9]*\) after.*/\1/p' "$log" 2>/dev/null)
	skipped=$(grep -Ec '^(not )?ok .*# SKIP' "$log")
	ok=$(grep '^ok ' "$log" | grep -vc '# SKIP')
	bad=$(grep '^not ok ' "$log" | grep -vc '# SKIP')
	plan=$(sed -n 's/^1\.\.\([0-9][0-9]*\).*/\1/p' "$log" | tail -n 1)
	if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ "${plan:-0}" -gt $((ok + ${skipped:-0})) ] ||
		[ $((ok + ${skipped:-0})) = 0 ]; }; then
		bad=$((bad + 1))
		echo "FAILED $program: status ${status:-none} after $ok of ${plan:-?} tests"
		tail -n 12 "$log" | sed 's/^/    /'
	elif [ "$bad" != 0 ]; then
		echo "FAILED $program: $bad"
		grep -v '^ok ' "$log" | tail -n 40 | sed 's/^/    /'
	fi
	passed=$((passed + ok))
	failed=$((failed + bad))
done
echo "$passed passed, $failed failed" | tee "$logs/total"
[ "$failed" = 0 ]

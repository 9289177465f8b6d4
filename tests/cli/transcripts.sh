#!/bin/sh
# Transcripts: what the program said to a command once it was read and found right, and must say
# again. Prints TAP; with --write it writes the files anew, for a reader of `git diff`.
#
# A file in tests/transcripts has lines "$ COMMAND", below each the input ("< LINE"), and
# then the output. Times, dates and the sizes of packed files are written as #. The sanitizers
# (PLYSCOPE_TEST_SCALE=slow) read one file of four.
set -u
cd "$(dirname "$0")/../.." || exit 1
program=$(realpath "${PLYSCOPE:-build/plyscope}")
export TRANSCRIPTS="$PWD/tests/transcripts" LC_ALL=C.UTF-8
home=$(mktemp -d "${TMPDIR:-/tmp}/plyscope-transcript.XXXXXX") || exit 1
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home" XDG_STATE_HOME="$home" \
	XDG_CACHE_HOME="$home"
assets=$(realpath "${PLYSCOPE_ASSETS:-assets}")
export PLYSCOPE_ASSETS="$home/assets"
write=
[ "${1-}" = --write ] && write=1 && shift
[ $# -gt 0 ] || set -- tests/transcripts/*.txt

without_clocks() {
	sed -E "s,$home/,,g" | sed -E '/^ *ms=[0-9]+$/d
		s/ *\{ms=[0-9]+\}//g; s/([{ ])ms=[0-9]+ /\1/g; s/ ms=[0-9]+//g
		s,[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}( [0-9:]{8})?,#,g
		s/[0-9.]+ a second/# a second/g
		s/[0-9.]+[kM]? bytes in /# bytes in /; s/(written to .*, )[0-9.]+[kM]? bytes/\1# bytes/
		s/[0-9.]+ ?[kMG]?( (nodes|sims|positions|iterations))?\/s/#\/s/g
		s/\b[0-9]+(\.[0-9]+)?( ?)(s|ms|us|min)\b/#\2\3/g
		s/"ms": [0-9.]+, ?//g
		s/"([a-z_]*(_ms|_us|_s|_per_s|seconds))": [0-9.e+-]+/"\1": #/'
}

# A filter for the commands of a transcript: JSON with a line for each object or list.
compact() {
	without_clocks | tr -s ' \n' ' ' | sed -E 's/([]}],) /\1\n/g; s/ *$//'
	echo
}

# commands FILE: its lines of "$ " and "< " in order
commands() {
	grep -E '^[$<] ' "$1"
}

plyscope() {
	timeout 300 "$program" "$@"
}

# run COMMAND, its input in $home/in: the output as the file has it
run() {
	(cd "$home" && eval "$1" <"$home/in" 2>&1) | without_clocks
}

# transcribe FILE: the whole file as the program has it now
transcribe() {
	command=
	: >"$home/in"
	{ commands "$1"; echo '$ '; } | while IFS= read -r line; do
		case $line in
		'< '*)
			printf '%s\n' "$line"
			printf '%s\n' "${line#< }" >>"$home/in"
			;;
		*)
			[ -z "$command" ] || { run "$command"; echo; }
			: >"$home/in"
			command=${line#\$ }
			[ -z "$command" ] || printf '%s\n' "$line"
			;;
		esac
	done
}

nth=1
[ -z "$write" ] && [ "${PLYSCOPE_TEST_SCALE-}" = slow ] && nth=4
file_number=0
n=0
status=0
for file in "$@"; do
	file_number=$((file_number + 1))
	[ $((file_number % nth)) = 0 ] || continue
	n=$((n + 1))
	# each file begins without a history and with the calibrations that ship, beside which it may
	# write others
	rm -rf "$home/data" "$home/assets"
	cp -r "$assets" "$home/assets"
	transcribe "$file" >"$home/now"
	if [ -n "$write" ]; then
		cp "$home/now" "$file"
	elif diff -u "$file" "$home/now" >"$home/diff"; then
		echo "ok $n - $file"
	else
		status=1
		head -40 "$home/diff" | sed 's/^/# /'
		echo "not ok $n - $file"
	fi
done
echo "1..$n"
exit $status

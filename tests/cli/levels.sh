#!/bin/sh
# The installed program has a level for each kind of processor (src/app/portable.c). Every level plays
# the same moves and says the same bytes, and the program starts the right one. `make levels` builds
# them and runs this: PLYSCOPE_LEVELS names the folders, plainest level first. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh

if [ -z "${PLYSCOPE_LEVELS:-}" ]; then
	verdict 'levels say the same # SKIP run by "make levels"' ''
	echo "1..$n"
	exit 0
fi
installed=build/install/plyscope

# What the processor at hand can run: the names of the kernel, not those of the compiler.
flags=" $(sed -n 's/^flags[^:]*://p' /proc/cpuinfo | head -n 1) "
has() {
	for flag; do
		case $flags in *" $flag "*) ;; *) return 1 ;; esac
	done
}
best=x86-64
has avx2 bmi1 bmi2 fma && best=x86-64-v3
[ $best = x86-64-v3 ] && has avx512f avx512bw avx512cd avx512dq avx512vl && best=x86-64-v4

level_of() { # COMMAND...: the level it runs
	"$@" --version 2>&1 | sed -n 's/^built for \([^ ]*\) .*/\1/p'
}

# expect_level NAME COMMAND...
expect_level() {
	name=$1
	shift
	got=$(level_of "$@")
	[ "$got" = "$name" ] || echo "expected $name, got $got"
}

verdict "the installed program runs $best here" "$(expect_level $best $installed)"
if command -v qemu-x86_64-static >/dev/null 2>&1; then
	verdict 'on a plain processor it runs x86-64, and plays' "$(
		expect_level x86-64 qemu-x86_64-static -cpu Nehalem $installed
		qemu-x86_64-static -cpu Nehalem $installed search gomoku -a maxn:depth=1 2>&1 >/dev/null)"
	verdict 'on one with AVX2 it runs x86-64-v3' \
		"$(expect_level x86-64-v3 qemu-x86_64-static -cpu Haswell $installed 2>&1)"
else
	verdict 'on a plain processor it runs x86-64, and plays # SKIP no qemu-x86_64-static' ''
	verdict 'on one with AVX2 it runs x86-64-v3 # SKIP no qemu-x86_64-static' ''
fi

signature=$(sed -n 's/^\([0-9a-f]\{16\}\) .*/\1/p' tests/data/signature | head -n 1)
for folder in $PLYSCOPE_LEVELS; do
	level=$(level_of "$folder/plyscope")
	has_it=yes
	case $level in
	x86-64-v4) [ $best = x86-64-v4 ] || has_it= ;;
	x86-64-v3) [ $best = x86-64 ] && has_it= ;;
	esac
	if [ -z "$has_it" ]; then
		verdict "${level:-a level} # SKIP not for this processor" ''
		continue
	fi
	got=$("$folder/plyscope" bench --game kuhn --time 20ms | sed -n 's/^signature //p')
	verdict "$level has the signature of tests/data" \
		"$([ "$got" = "$signature" ] || echo "expected $signature, got $got")"
	for name in game-hearts game-holdem lab-train lab-subgame lab-solve study; do
		verdict "$level says what tests/transcripts/$name.txt says" "$(
			PLYSCOPE=$folder/plyscope tests/cli/transcripts.sh tests/transcripts/$name.txt 2>&1 |
				grep -v '^ok\|^1\.\.')"
	done
done
echo "1..$n"

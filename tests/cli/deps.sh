#!/bin/sh
# What .ci/deps does on machines that are not this one: their package managers, their sudo and
# their compiler are scripts in a PATH of our own. And the last lines of .ci/run. Prints TAP.
# shellcheck disable=SC2016
cd "$(dirname "$0")/../.." || exit 1
machine=$(mktemp -d "${TMPDIR:-/tmp}/plyscope-deps.XXXXXX") || exit 1
trap 'rm -rf "$machine"' EXIT
n=0

# tool NAME SCRIPT
tool() {
	printf '#!/bin/sh\n%s\n' "$2" >"$machine/$1"
	chmod +x "$machine/$1"
}

# manager NAME [STATUS]: writes down what it is asked to do.
manager() {
	tool "$1" 'echo "${0##*/} $*" >>"${0%/*}/log"; exit '"${2:-0}"
}

# compiler HEADER...: knows these headers and no others.
compiler() {
	tool cc 'while read -r line; do header=${line#*<}; done
		case " '"$*"' " in *" ${header%>} "*) ;; *) exit 1 ;; esac'
}

# empty UID: a machine with nothing on it, for this user.
empty() {
	rm -f "$machine"/*
	ln -s "$(command -v env)" "$machine/env"
	tool id "echo $1"
}

# says NAME STATUS TEXT LOG ARGUMENTS...: the status, the last line of what it prints, and what
# the package manager was told.
says() {
	name=$1 status=$2 text=$3 log=$4
	shift 4
	: >"$machine/log"
	out=$(PATH=$machine CC=cc CFLAGS='' /bin/sh .ci/deps "$@" 2>&1)
	got="status $?
$(printf '%s\n' "$out" | tail -n 1)
$(cat "$machine/log")"
	want="status $status
$text
$log"
	verdict
}

verdict() { # that $got is what we $want
	n=$((n + 1))
	[ "$got" = "$want" ] && echo "ok $n - $name" && return
	printf '%s\n' "expected: $want" "got: $got" "$out" | sed 's/^/# /'
	echo "not ok $n - $name"
}

all='gcc libc6-dev libncurses-dev libedit-dev libsqlite3-dev libjansson-dev libinih-dev libzstd-dev'
headers='stdio.h curses.h histedit.h sqlite3.h jansson.h ini.h zstd.h'
install='apt-get install -y -q --no-install-recommends'
update='apt-get update -q'

empty 0
manager apt-get
says 'root gets what is missing' 0 "missing packages: $all" "$update
$install $all" build
compiler "$headers"
says 'nothing is missing, nothing is done' 0 '' '' build
compiler stdio.h curses.h histedit.h jansson.h ini.h
says 'two are missing, two are installed' 0 'missing packages: libsqlite3-dev libzstd-dev' "$update
$install libsqlite3-dev libzstd-dev" build
says '--check installs nothing' 1 \
	"missing packages: libsqlite3-dev libzstd-dev (\`make deps\` installs them)" '' --check build
manager apt-get 100
says 'what fails is said with what to type' 1 \
	"they could not be installed; as root: $update && $install libsqlite3-dev libzstd-dev" "$update
$install libsqlite3-dev libzstd-dev" build

empty 1000
manager apt-get
says 'without root and sudo it says what root would type, and tries nothing' 1 \
	"packages are missing and there is no sudo; as root: $update && $install $all" '' build
tool sudo 'exec "$@"'
says 'sudo is asked' 0 "missing packages: $all" "$update
$install $all" build
tool sudo 'echo asked >>"${0%/*}/log"; exit 1'
says 'sudo refuses, and is asked once' 1 \
	"they could not be installed; as root: $update && $install $all" asked build

empty 0
compiler "$headers"
manager dnf
test_headers='cmocka.h vterm.h glpk.h'
says 'dnf and the names of its packages' 0 \
	'missing packages: openmpi-devel openmpi libcmocka-devel libvterm-devel glpk-devel mandoc gnuplot python3' \
	'dnf install -y openmpi-devel openmpi libcmocka-devel libvterm-devel glpk-devel mandoc gnuplot python3' test
compiler "$headers $test_headers"
for name in mandoc gnuplot mpicc mpirun; do tool $name ''; done
says 'what make check needs' 0 'missing packages: python3 clang-tools-extra cppcheck' \
	'dnf install -y python3 clang-tools-extra cppcheck' check

empty 0
manager pacman
says 'pacman' 0 'missing packages: gcc glibc ncurses libedit sqlite jansson libinih zstd' \
	'pacman -Sy --needed --noconfirm gcc glibc ncurses libedit sqlite jansson libinih zstd' build
empty 1000
compiler stdio.h
manager brew
says 'brew is not asked as root' 0 'missing packages: ncurses libedit sqlite jansson inih zstd' \
	'brew install ncurses libedit sqlite jansson inih zstd' build
empty 0
says 'no package manager at all' 1 \
	"no apt, dnf, pacman or brew here; please install (Debian's names): $all" '' build

# runs NAME STATUS TEXT MAKE: the last lines and the status of .ci/run where make does that, in a
# house of 1,237 lines of C, and four of tests.
mkdir -p "$machine/src/a" "$machine/games" "$machine/ai" "$machine/ui" "$machine/tests/data"
yes 'int a;' | head -n 1230 >"$machine/src/a/a.c"
printf '1\n2\n3\n4\n' | tee "$machine/ui/a.h" >"$machine/tests/data/a"
printf '1\n2\n3\n' | tee "$machine/games/a.c" >"$machine/ai/a.txt"
printf '1\n\0002\n' >"$machine/tests/data/binary"
counts='1,237 lines of C in src, games, ai and ui
4 lines of tests, with their data'
runs() {
	name=$1
	mkdir -p "$machine/build/release/log" "$machine/.ci"
	echo 'of an earlier run' >"$machine/build/release/log/total"
	cp .ci/run "$machine/.ci/run"
	tool make "$4"
	out=$(PATH="$machine:$PATH" sh "$machine/.ci/run" 2>&1)
	got="$? $(printf '%s\n' "$out" | tail -n 3)"
	want="$2 $counts
$3"
	verdict
}

total='tee build/release/log/total'
runs 'a run that passes ends with the count' 0 '3 passed, 0 failed' "echo 3 passed, 0 failed | $total"
runs 'so does one that fails' 2 '2 passed, 1 failed' \
	"echo 2 passed, 1 failed | $total; echo 'make: Error 1'; exit 2"
runs 'and one that does not build' 2 '0 passed, 1 failed: it was not built' 'exit 2'
echo "1..$n"

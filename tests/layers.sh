#!/bin/sh
# Checks who includes whom, by reading #include lines. Prints TAP.
#
# A room may include what its line names. The table is the one of CONTRIBUTING.md.
set -u
cd "$(dirname "$0")/.." || exit 1

. tests/tap.sh

# ours FILES...: "file:line:path" of every include of a file of ours.
ours() {
	grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$@" /dev/null |
		sed 's/:[[:space:]]*#[[:space:]]*include[[:space:]]*"\([^"]*\)".*/:\1/'
}

# room NAME ALLOWED FILES...: ALLOWED is an extended regular expression of paths.
room() {
	name=$1 allowed=$2
	shift 2
	files=$(ls $@ 2>/dev/null)
	[ -n "$files" ] || return 0
	verdict "$name includes only what it may" \
		"$(ours $files | grep -Ev ":[0-9]+:($allowed)")"
}

verdict "nothing beside the rooms at the top level" "$(git ls-files 2>/dev/null | cut -d/ -f1 |
	sort -u | grep -Evx '\.(ci|clang-format|editorconfig|gitignore)|[A-Z]+(\.md)?|CITATION\.cff|Makefile|ai|assets|games|man|src|tests|ui')"

room src/base 'src/base/' 'src/base/*.[ch]'
room src/core 'src/(base|core)/' 'src/core/*.[ch]'
room games/common 'src/base/|src/core/(game|scene|past|public|cardnet|solver)\.h|games/common/' 'games/common/*.[ch]' 'games/common/*/*.[ch]'
for game in games/*/; do
	game=${game%/}
	[ $game = games/common ] || room $game \
		"src/base/|src/core/(game|scene|joint|past|public(_buckets)?|cardnet|solver)\\.h|games/common/|$game/" "$game/*.[ch]" "$game/*/*.[ch]"
done
room ai 'src/base/|src/core/(game|past|search|stats|look|joint|proof|public(_tree|_mix|_buckets)?|cardnet|solver|strategy|trainer|worlds)\.h|ai/' \
	'ai/*.[ch]' 'ai/*/*.[ch]' 'ai/*/*/*.[ch]'
room src/study 'src/(base|core|study)/' 'src/study/*.[ch]' 'src/study/*/*.[ch]'
room src/lab 'src/(base|core|study|lab)/' 'src/lab/*.[ch]' 'src/lab/*/*.[ch]'
room src/wire 'src/(base|core|wire)/' 'src/wire/*.[ch]'
room ui 'src/(base|core|study|lab)/|ui/' $(find ui -name '*.[ch]' ! -path 'ui/boards/*')
room ui/boards 'src/(base|core|study|lab)/|ui/|games/' 'ui/boards/*.[ch]'

# only HEADER FILES-REGEX: nobody else includes a system header.
only() {
	verdict "$1 only in $3" "$(grep -rnE \
		"^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($2)[>\"]" \
		src games ai ui --include='*.c' --include='*.h' | grep -Ev "^($4):")"
}
only curses '(ncursesw/)?(n?curses|term|panel)\.h' 'ui/term' 'ui/term/[a-z]*\.[ch]'
only histedit '(editline/)?(histedit|readline)\.h' 'ui/prompt.c and ui/line/line.c' \
	'ui/(prompt|line/line)\.c'
only mpi 'mpi\.h' 'src/wire/ranks.c' 'src/wire/ranks\.c'
only sqlite3 'sqlite3\.h' 'src/core/store.c' 'src/core/store\.c'

# A file must not start a program: src/wire/engine.c asks src/base/trust.h first, and
# src/base/tool.c starts gnuplot, dot and man alone.
verdict 'programs are started in two places' "$(grep -rnE \
	'\<(posix_spawnp?|exec[lv]p?e?|popen|system|wordexp)\(' src games ai ui --include='*.c' |
	grep -Ev '^src/(wire/engine|base/tool)\.c:')"

verdict 'a private.h is included in its own folder only' "$(
	ours $(find src games ai ui -name '*.[ch]') |
		awk -F: '$3 ~ /private\.h$/ { a = $1; sub("/[^/]*$", "", a); b = $3
			sub("/[^/]*$", "", b); if (a != b) print }')"

verdict 'no two structs share a name' "$(
	find src games ai ui -name '*.[ch]' -exec grep -HoE '\<struct [a-z_0-9]+ \{' {} + |
		awk -F: '{ if ($2 in at) print at[$2] " and " $1 ": " $2; at[$2] = $1 }')"

# names KIND COMMON: the catalog's names as a pattern, without those that are common words.
names() {
	sed -n "s/^$1(\(.*\))/\1/p" src/app/catalog.def | grep -vxE "$2" |
		sed 's/_/[-_ ]/g; s/holdem/hold.?em/' | paste -sd '|'
}
games=$(names GAME tree)
players=$(names SEARCH 'random|offensive|net|exact|equity|blueprint|usi|bot')
verdict 'src/core names no game and no algorithm' \
	"$(grep -rniwE "$games|$players|max\^n" src/core)"
verdict 'boards of cells and inputs name no game' \
	"$(grep -niwE "$games" ui/boards/cells.c src/app/inputs.c)"
verdict 'src does not ask for a game by its name' "$(grep -rnE "\"($games)\"" src \
	--include='*.c' | grep -vE '^src/(lab/bench|app/verb_bench)\.c:')"

verdict 'nobody includes src/app or tests' "$(grep -rnE \
	'^[[:space:]]*#[[:space:]]*include[[:space:]]*"(src/app|tests)/' \
	src/base src/core src/study src/lab src/wire games ai ui --include='*.c' --include='*.h' 2>/dev/null)"
echo "1..$n"
exit $status

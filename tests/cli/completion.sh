#!/bin/sh
# Words completed by the shells: what the program offers, and that each shell that is here asks it
# as it should. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
program=${PLYSCOPE:-build/plyscope}
case $program in /*) ;; *) program=$PWD/$program ;; esac
PLYSCOPE_ASSETS=${PLYSCOPE_ASSETS:-$PWD/assets}
export PLYSCOPE_ASSETS
place=$(mktemp -d "${TMPDIR:-/tmp}/plyscope-completion.XXXXXX") || exit 1
trap 'rm -rf "$place"' EXIT
ln -s "$program" "$place/plyscope"
PATH=$place:$PATH
n=0

verdict() { # NAME, what came, what was expected
	n=$((n + 1))
	[ "$2" = "$3" ] && echo "ok $n - $1" && return
	printf 'came:\n%s\nexpected:\n%s\n' "$2" "$3" | sed 's/^/# /'
	echo "not ok $n - $1"
}

words() {
	plyscope completion words "$@" | tr '\n' ' '
}

verdict 'verbs' "$(words he)" 'help '
verdict 'every verb of the help' "$(plyscope completion words '')" \
	"$(plyscope help | sed -n 's/^  plyscope \([a-z][a-z]*\) .*/\1/p')"
verdict 'flags of the verb alone' "$(words history --wh) $(words history --wor)" '--whole  '
verdict 'games' "$(plyscope completion words play '')" \
	"$(plyscope list games | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p')"
verdict 'rules of the game' "$(words play hearts -o pass)" 'passing= '
verdict 'and their values' "$(words play hearts -o passing=)" 'passing=auto passing=on passing=off '
verdict 'seats of the game' "$(words play abalone -s '')" 'Black= White= '
verdict 'players that may sit there' "$(words play hearts -s W=pi)" 'W=pimc '
verdict 'their options' "$(words search abalone -a maxn:pru)" 'maxn:prune= '
verdict 'values of a flag that can be listed' "$(words compare hearts --share '')" \
	'own turns nodes parallel '
verdict 'what list names' "$(words list players max)" 'maxn maxprob '
verdict 'lessons' "$(words lesson sha)" 'shallow '
verdict 'nothing where a file or a number comes' \
	"$(words replay '')$(words play hearts --seed '')$(words search hearts --load '')" ''
verdict 'nothing after a verb that there is not' "$(words ploy '')" ''

# asked LINE: what bash makes of the last word.
asked() {
	bash -c 'eval "$(plyscope completion bash)" && COMP_LINE=$1 && COMP_POINT=${#1} &&
		_plyscope 2>/dev/null && echo "${COMPREPLY[@]}"' bash "$1"
}
if command -v bash >/dev/null 2>&1; then
	verdict 'bash: a verb' "$(asked 'plyscope anal')" analyze
	verdict 'bash: after a blank' "$(asked 'plyscope list players maxn ')" ''
	verdict 'bash: behind a sign that breaks words' "$(asked 'plyscope play hearts -s W=har')" hard
	verdict 'bash: in quotes' "$(asked "plyscope search abalone -a 'maxn:pru")" maxn:prune=
else
	verdict 'bash # SKIP there is no bash' '' ''
fi
if command -v zsh >/dev/null 2>&1; then
	# shellcheck disable=SC2016
	verdict 'zsh: a game, a player, a file' "$(zsh -f -c '
		compdef() { }
		compadd() { print -r -- "$# ${(P)@[-1]}" }
		_files() { print files }
		eval "$(plyscope completion zsh)"
		words=(plyscope play hea) CURRENT=3; _plyscope
		words=(plyscope play hearts -s W=pimc:inn) CURRENT=5; _plyscope
		words=(plyscope replay "") CURRENT=3; _plyscope')" '2 hearts
4 W=pimc:inner=(
files'
else
	verdict 'zsh # SKIP there is no zsh' '' ''
fi
if command -v fish >/dev/null 2>&1; then
	verdict 'fish: a game and a player' "$(HOME=$place fish -c 'plyscope completion fish | source
		complete -C "plyscope play hea"; complete -C "plyscope play hearts -s W=pimc:inn"')" 'hearts
W=pimc:inner=('
else
	verdict 'fish # SKIP there is no fish' '' ''
fi
verdict 'another shell' "$(plyscope completion csh 2>&1)" \
	'plyscope: completion: expected bash, zsh or fish'
echo "1..$n"

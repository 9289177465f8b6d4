#!/bin/sh
# The manual is well formed and names every verb, flag, game option and algorithm option.
# Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
program=${PLYSCOPE:-build/plyscope}
pages="man/plyscope.6 man/plyscope-games.6 man/plyscope-players.6"
n=0

verdict() { # NAME, and what is wrong (nothing: ok)
	n=$((n + 1))
	if [ -z "$2" ]; then
		echo "ok $n - $1"
	else
		printf '%s\n' "$2" | sed 's/^/# /'
		echo "not ok $n - $1"
	fi
}

# missing MACRO: reads words, prints those that no page marks with the macro.
missing() {
	while read -r word; do
		# shellcheck disable=SC2086
		cat $pages | grep -Eq "^\.(It )?$1 ([A-Za-z0-9_|, -]* )?$word( |$)" || echo "$word"
	done
}

if command -v mandoc >/dev/null 2>&1; then
	verdict 'the manual pages are clean' \
		"$(mandoc -Tlint man/*.[1-9] | grep -v 'referenced manual not found')"
else
	verdict 'the manual pages are clean # SKIP no mandoc' ''
fi
verdict 'every verb is in the manual' "$("$program" --help |
	sed -n 's/^  plyscope \([a-z][a-z]*\) .*/\1/p' | missing Cm)"
flags=$(for verb in $("$program" --help | sed -n 's/^  plyscope \([a-z][a-z]*\) .*/\1/p'); do
	"$program" "$verb" --help | sed -n 's/^  \(-[a-z], \)\{0,1\}-\(-[a-z-]*\).*/\2/p'
done | sort -u)
verdict 'every flag is in the manual' "$(printf '%s\n' "$flags" | while read -r flag; do
	grep -q -e "$flag" man/plyscope.6 || echo "$flag"
done)"
games=$("$program" list games | sed -n 's/^\([a-z-]*\)  .*/\1/p')
verdict 'every option of a game is in the manual' "$("$program" list games --json |
	sed -n 's/^ *"key": "\([^"]*\)".*/\1/p' | grep -vxF "$games" | missing Cm)"
verdict 'every option of a search is in the manual' "$("$program" list players --json |
	sed -n 's/^ *"key": "\([^"]*\)".*/\1/p' | while read -r key; do
	grep -Eq "^\.(It Cm $key |Ss .* : $key$)" man/plyscope-players.6 || echo "$key"
done)"
verdict 'every game is in the manual' "$(printf '%s\n' "$games" | while read -r key; do
	grep -q "^\.Ss .* : $key$" man/plyscope-games.6 || echo "$key"
done)"
verdict 'every screen that keys.ini may name is in the manual' "$(
	sed -n 's/^	\.name = "\(.*\)",/\1/p' ui/screens/*.c ui/screens/*/*.c | while read -r screen; do
		grep -Eq "^\.Cm (.* , )?$screen [,.]" man/plyscope-formats.5 || echo "$screen"
	done
)"
# Those of the cards are of Hearts.
verdict 'every position of the manual is one' "$(awk '
	/^\.Sh/ { inside = /MOVES AND POSITIONS/ }
	/^\.Ss/ { game = tolower(substr($0, 5)); gsub(" ", "-", game) }
	/^\.Ss Cards/ { game = "hearts" }
	/^\.Ss Game tree/ { game = "tree" }
	inside && /^\.Dl/ { print game, substr($0, 5) }
' man/plyscope-formats.5 | while read -r game text; do
	option=
	case $text in
	*end) option='-o minimum=0' ;;
	*pot=*) option='-o ties=carry' ;;
	esac
	# shellcheck disable=SC2086
	"$program" perft "$game" 1 $option --position "$text" 2>&1 >/dev/null
done)"
text=$(cat man/plyscope-experiments.7)
verdict 'the results that ship stand in the manual; `make tables` puts them there' "$(
	for file in assets/results/*.json; do
		name=$(basename "$file" .json)
		table=$("$program" experiment "$name" --saved "$file" --mdoc)
		case $text in *"$table"*) ;; *) echo "$name" ;; esac
	done
)"
echo "1..$n"

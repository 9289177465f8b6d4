#!/bin/sh
# The manual is well formed and readable, says what the program says, and leaves nothing out.
# Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
program=${PLYSCOPE:-build/plyscope}
verbs=$("$program" --help | sed -n 's/^  plyscope \([a-z][a-z]*\) .*/\1/p')
longest=30 # words of a sentence are fewer
. tests/tap.sh

# unmarked PAGE KIND: reads names, prints those for which the page has no part of this kind.
unmarked() {
	while read -r name; do
		grep -qxF ".\\\" $2 $name" "$1" || echo "$1: no part $2 $name"
	done
}

# The sentences of a page that are too long, without examples, tables and the synopsis.
long_sentences() {
	awk '
	/^\.Bl -column/ { table = 1 }
	/^\.Bd -literal/ { literal = 1 }
	/^\.D[l1]|^\.Bl -column|^\.Bd -literal/ { print ".Pp" }
	/^\.Sh/ { synopsis = /SYNOPSIS/ }
	/^\.Sh/ || !(table || literal || synopsis || /^\.D[l1]/) { print }
	/^\.El/ { table = 0 }
	/^\.Ed/ { literal = 0 }
	' "$1" | mandoc -T ascii -O width=300 2>/dev/null | sed "s/.$(printf '\b')//g" | awk -v page="$1" -v longest=$longest '
	function end_paragraph(    n, i, word, words, text) {
		n = split(paragraph, word, " ")
		for (i = 1; i <= n; i++) {
			text = text " " word[i]
			words += word[i] ~ /[A-Za-z0-9]/
			if (i == n || word[i] == "\001" || word[i] ~ /[.?!]["\047)]*$/ &&
			    word[i + 1] ~ /^["\047(]*[A-Z`-]/ && word[i] !~ /^[A-Z][.]$/) {
				if (words >= longest)
					print page ": " words " words:" text
				words = 0
				text = ""
			}
		}
		paragraph = ""
	}
	{
		match($0, /^ */)
		if ($0 == "" || RLENGTH != indent)
			end_paragraph()
		indent = RLENGTH
		sub(/^ */, "")
		gsub(/ [ ]+/, " \001 ") # behind a sentence, and behind the head of an item
		paragraph = paragraph " " $0
	}
	END { end_paragraph() }'
}

if command -v mandoc >/dev/null 2>&1; then
	verdict 'the manual pages are clean' \
		"$(mandoc -Tlint man/*.[1-9] 2>/dev/null | grep -v 'referenced manual not found')"
	verdict 'a sentence has less than 30 words' \
		"$(for page in man/*.[1-9]; do long_sentences "$page"; done)"
else
	verdict 'the manual pages are clean # SKIP no mandoc' ''
	verdict 'a sentence has less than 30 words # SKIP no mandoc' ''
fi
case ${PLYSCOPE_TEST_SCALE-} in
slow) verdict 'each page says what the program says # SKIP too slow for its clocks' '' ;;
*)
	verdict 'each page says what the program says; `make manual` writes it there' "$(
		for page in man/*.[1-9]; do
			man/fill.sh "$program" "$page" | cmp -s - "$page" || echo "$page"
		done)"
	;;
esac
verdict 'every verb has a page with its synopsis, options and examples' "$(
	for verb in $verbs; do
		page=man/plyscope-$verb.6
		if ! [ -f "$page" ]; then
			echo "no $page"
			continue
		fi
		echo "$verb" | unmarked "$page" verb
		echo "$verb" | unmarked "$page" options
		grep -q '^\.Dl plyscope' "$page" || echo "$page: no example"
		awk -v page="$page" '
		/^\.Sh/ { inside = /SYNOPSIS|OPTIONS/ }
		/^\.\\" / { part = !/end/ }
		inside && !part && /Fl / { print page ": by hand: " $0 }' "$page"
	done)"
verdict 'plyscope(6) names every page' "$(for page in man/plyscope-*.[1-9]; do
	name=${page#man/}
	grep -q "Xr ${name%.*} ${name##*.}" man/plyscope.6 || echo "$page"
done)"
flags=$(for verb in "" $verbs; do
	"$program" $verb --help | sed -n 's/^  \(-[a-z], \)\{0,1\}-\(-[a-z-]*\).*/\2/p'
done | sort -u)
verdict 'every flag in a text is one' "$(cat man/*.[1-9] |
	sed -n 's/^\.\(.* \)\{0,1\}Fl \(-[a-z][a-z-]*\).*/\2/p' | sort -u |
	grep -vxF -e "$flags" -e -hostfile -e -oversubscribe)"
verdict 'every game, player and result has its part' "$(
	"$program" list games | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p' | unmarked man/plyscope-games.6 game
	"$program" list players | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p' |
		unmarked man/plyscope-players.6 player
	for file in assets/results/*.json; do basename "$file" .json; done |
		unmarked man/plyscope-experiments.7 results)"
verdict 'every key of the table is in plyscope(6)' "$(
	sed -n 's/^	{ [^"]*, "\([a-z-]*\)", "[^"]*".*/\1/p' ui/screens/table/table.c | sort -u |
		while read -r action; do
			grep -q "^\.It Ic .* Ta Ic $action Ta " man/plyscope.6 || echo "$action"
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
echo "1..$n"

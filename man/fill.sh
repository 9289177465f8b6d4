#!/bin/sh
# fill.sh PROGRAM PAGE - prints a manual page with the parts that the program knows.
# A part begins with a line `.\" KIND NAME` and ends with `.\" end`: the verbs, the head and the
# options of a verb, the options of a game or of a player, the results of an experiment, the output of a
# command line that begins with plyscope.
# `make manual` writes them into the pages; tests/cli/man.sh checks that they are there.
program=$1

# Prints text as lines of at most 78 characters, each sentence on lines of its own.
wrap='
function wrap(text,    n, i, word, line) {
	n = split(text, word, " ")
	for (i = 1; i <= n; i++) {
		if (line != "" && (length(line) + length(word[i]) > 77 || line ~ /[a-z0-9)][.]$/ && word[i] ~ /^[A-Z]/)) {
			print line
			line = ""
		}
		if (line == "" && word[i] ~ /^[.\047]/)
			word[i] = "\\&" word[i]
		line = line (line == "" ? "" : " ") word[i]
	}
	if (line != "")
		print line
}
function sentence(text) {
	if (text !~ /^(plyscope |[a-z0-9=-]+: )/)
		text = toupper(substr(text, 1, 1)) substr(text, 2)
	gsub(/`/, "\\(aq", text)
	wrap(text (text ~ /[.]$/ ? "" : "."))
}
# "Fl a , -algorithm Ar PLAYER" of "-a, --algorithm PLAYER"; its text, from --help, in help.
function flag(line, letter,    n, w, out) {
	sub(/^  /, "", line)
	if (line ~ /^-[a-z], /) {
		out = "Fl " substr(line, 2, 1) (letter ? "" : " , ")
		n = letter
		line = substr(line, 5)
	}
	match(line, /^--[a-z-]+/)
	if (!n)
		out = (out == "" ? "Fl " : out) substr(line, 2, RLENGTH - 1)
	line = substr(line, RLENGTH + 1)
	if (line ~ /^ [^ ]/) {
		match(line, /^ [^ ]+/)
		w = substr(line, 2, RLENGTH - 1)
		out = out (w ~ /^\[/ ? " Op Ar " substr(w, 2, length(w) - 2) : " Ar " w)
		line = substr(line, RLENGTH + 1)
	}
	sub(/^ +/, "", line)
	help = line
	return out
}'

# "key=default  (choices)  text" of `list` as items.
listed() {
	awk "$wrap"'
	/^    [a-z_0-9]+=/ {
		if (!items++)
			print ".Bl -tag -width Ds -compact"
		match($1, /=/)
		key = substr($1, 1, RSTART - 1)
		value = substr($1, RSTART + 1)
		line = $0
		sub(/^ +[^ ]+ +/, "", line)
		match(line, /\)  /)
		choices = substr(line, 2, RSTART - 2) "; "
		if (choices ~ /NAME|PLAYER/ || choices !~ /[|.]/)
			choices = ""
		sub(/[.][.]/, " to ", choices)
		sub(/s ms;/, "s;", choices) # 50ms to 600s
		print ".It Cm " key " Pq " choices "default " value
		sentence(substr(line, RSTART + 3))
	}
	END { if (items) print ".El" }'
}

plyscope() {
	"$program" "$@"
}

part() { # KIND NAME
	case $1 in
	verbs)
		"$program" --help | awk "$wrap"'
		BEGIN { print ".Bl -column plyscope-experiment(6)x x -compact" }
		/^  plyscope [a-z]+ / {
			verb = $2
			sub(/^  plyscope [a-z]+ +/, "")
			print ".It Xr plyscope-" verb " 6 Ta " $0
		}
		END { print ".El" }'
		;;
	verb)
		"$program" "$2" --help | awk -v verb="$2" "$wrap"'
		# Whether the usage has the flag outside all brackets.
		function needed(name,    left, opened, closed) {
			left = " " usage " "
			if (!match(left, " " name " "))
				return 0
			left = substr(left, 1, RSTART)
			opened = gsub(/\[/, "", left)
			closed = gsub(/\]/, "", left)
			return opened == closed
		}
		NR == 1 {
			usage = $0
			sub(/^usage: plyscope [a-z]+ ?/, "", usage)
			match(usage " -", /(^| )\[?-/)
			operands = substr(usage, 1, RSTART - 1)
		}
		NR == 3 {
			print ".Nm plyscope-" verb
			print ".Nd " $0
			print ".Sh SYNOPSIS"
			print ".Nm plyscope " verb
			if (operands ~ /^\[.*\]$/)
				print ".Op Ar " substr(operands, 2, length(operands) - 2)
			else if (operands != "")
				print ".Ar " operands
		}
		/^  (-[a-z], )?--/ && !/--help/ {
			name = $1 == "-h," || $1 ~ /,$/ ? substr($1, 1, 2) : $1
			print (needed(name) ? "." : ".Op ") flag($0, 1)
		}'
		;;
	options)
		"$program" ${2:+"$2"} --help | awk "$wrap"'
		BEGIN { print ".Bl -tag -width Ds" }
		/^  (-[a-z], )?--/ {
			print ".It " flag($0, 0)
			sentence(help)
		}
		END { print ".El" }'
		;;
	player)
		"$program" list players "$2" | awk -v name="$2" "$wrap"'
		$1 == name { inside = 1; next }
		/^[^ ]/ { inside = 0 }
		/^ +and the limits/ { next }
		inside && !/^    [a-z_0-9]+=/ { print ".Pp"; sentence("Source: " substr($0, 5)) }'
		"$program" list players "$2" | listed
		;;
	game) "$program" list games "$2" | listed ;;
	results) "$program" experiment "$2" --saved shipped --mdoc ;;
	output)
		echo ".Bd -literal"
		eval "$2" </dev/null 2>&1 | sed 's/\\/\\e/g; s/^[.'"'"']/\\\&&/; s/ *$//'
		echo ".Ed"
		;;
	esac
}

while IFS= read -r line; do
	case $line in
	'.\" end') skip= ;;
	esac
	[ "$skip" ] || printf '%s\n' "$line"
	case $line in
	'.\" verbs' | '.\" verb '* | '.\" options'* | '.\" player '* | '.\" game '* | '.\" results '*)
		skip=1
		# shellcheck disable=SC2086
		set -- ${line#.??}
		part "$1" "$2"
		;;
	'.\" output '*)
		skip=1
		part output "${line#*output }"
		;;
	esac
done <"$2"

#!/usr/bin/env bash
# A program at the table that goes wrong: GUEST="usi|bot WAY" guest.bash
# It greets as its protocol says, waits for a question, and misbehaves.
read -r kind way <<<"$GUEST"
[ "$way" = mute ] && exec sleep 60
until_asked() {
	while read -r line; do
		case $line in
		usi) echo usiok ;;
		isready) echo readyok ;;
		'{"say":"hello"'*) echo '{"say":"ready","version":1,"name":"Wrong"}' ;;
		go* | '{"say":"decide"'*) return ;;
		esac
	done
	exit 0
}
answer() { # MOVE
	case $kind in
	usi) printf 'bestmove %s\n' "$1" ;;
	bot) printf '{"say":"move","move":"%s"}\n' "$1" ;;
	esac
}
escape=$'\033[2J'
report="info string $(printf %01000d 0)"
[ "$kind" = bot ] && escape='\u001b[2J' &&
	report='{"say":"info","depth":1,"moves":[{"move":"1e1d","value":1}],"thought":"'$(printf %01000d 0)'"}'
trap '' PIPE
million() { head -c 1000000 /dev/zero | tr '\0' x; }
until_asked
case $way in
silent) ;;
laments) # a flood that no pipe holds, then the lines that count
	million >&2
	yes "$report" 2>/dev/null | head -n 200 >&2
	printf '\nfirst\n  \033[2J second\n\nthird\nlast' >&2
	exit 3
	;;
shouts) million >&2 && yes "$report" | head -n 2000 >&2 && answer 1e1d ;;
dies) exit 3 ;;
crashes) kill -s SEGV $$ ;;
half) whole=$(answer 1e1d) && printf '%s' "${whole%????}" && exit 0 ;;
drips) while printf x; do sleep 0.05; done ;;
long) { for _ in 1 2 3 4 5 6 7 8 9 10; do million; done && echo; } ;;
endless) while million; do :; done ;;
floods) yes "$report" ;;
noise) head -c 3000 /dev/urandom | tr '\n' x && echo && sleep 60 ;;
nonsense) answer hello ;;
illegal) answer 1e1a ;;
control) answer "$escape" ;;
esac
sleep 60

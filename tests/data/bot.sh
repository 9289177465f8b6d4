#!/bin/sh
# A bot that plays the first legal move and says much of itself: bot.sh [FILE [wait]]
# What it is told goes into FILE; with "wait" it answers when it is told to stop.
answer() {
	echo '{"say":"move","id":999,"move":'"$second"'}'
	echo '{"say":"move","id":'"$id"',"move":'"$first"',"moves":[{"move":'"$first"',"value":1.5,"win":0.75,"visits":8},{"move":'"$second"',"value":-1,"win":0.25}],"pv":['"$first"'],"thought":"I like \u202ethe first\u001b]0;x\u0007"}'
}
while read -r line; do
	[ -n "$1" ] && printf '%s\n' "$line" >>"$1"
	case $line in
	'{"say":"hello"'*)
		echo '{"say":"ready","version":1,"name":"Talker\u001b[31m","can":["stop"]}'
		;;
	'{"say":"decide"'*)
		id=${line#*\"id\":} id=${id%%,*}
		moves=${line#*\"moves\":\[} moves=${moves%%]*}
		first=${moves%%,*} rest=${moves#*,} second=${rest%%,*}
		echo '{"say":"info","id":'"$id"',"depth":3,"nodes":120,"moves":[{"move":'"$second"',"value":2,"win":0.6}],"thought":"so far"}'
		[ -n "$2" ] || answer
		;;
	'{"say":"stop"'*) answer ;;
	'{"say":"quit"'*) exit 0 ;;
	esac
done

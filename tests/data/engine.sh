#!/bin/sh
# A USI engine that is odd in one way: engine.sh WAY, or ENGINE_WAY in the environment.
way=${1:-$ENGINE_WAY}
[ "$way" = mute ] && exec sleep 60
[ "$way" = garbles ] && printf 'Welcome!\n\001\377\n\n'
while read -r word rest; do
	case $word in
	usi)
		echo "id name Wrong by $way"
		echo 'option name Style type combo default calm var calm var wild'
		echo usiok
		;;
	isready) echo readyok ;;
	setoption) [ "$rest" = 'name Style value wild' ] && wild=1 ;;
	quit) exit 0 ;;
	stop) [ "$way" = stops ] && echo 'bestmove 1e1d' ;;
	go)
		case $way in
		dies) exit 3 ;;
		resigns) echo 'info depth 1 score mate -4 pv 5d5c 5a5b' && echo 'bestmove resign' ;;
		garbles)
			echo 'info'
			echo 'info depth x score cp pv'
			echo 'info depth 3 multipv 0 score mate pv zzz'
			echo 'info depth 3 multipv 99 score cp 5 pv 1e1d'
			echo 'info depth 3 multipv 4294967296 score cp 5 pv 1e1d'
			echo 'info depth 3 multipv 9223372036854775807 score cp 5 pv 1e1d'
			echo 'info depth 4 seldepth 5 nodes 12 score cp 60 lowerbound pv 1e1d 1a1b 9z9z'
			echo 'bestmove 1e1d ponder what'
			;;
		wild) [ -n "$wild" ] && echo 'bestmove 1e1b' || echo 'bestmove 1e1d' ;;
		*) ;; # silent, stops
		esac
		;;
	esac
done

# shellcheck shell=sh disable=SC2034
# tap.sh - sourced by the test scripts that print TAP: cases are numbered, and what is wrong with one
# stands above it. A script ends with: echo "1..$n"
n=0
status=0 # 1 when a case has failed

verdict() { # NAME, and what is wrong (nothing: ok)
	n=$((n + 1))
	[ -z "$2" ] && echo "ok $n - $1" && return
	status=1
	printf '%s\n' "$2" | sed 's/^/# /'
	echo "not ok $n - $1"
}

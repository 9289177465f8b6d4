#!/bin/sh
# What `make install` puts where, in a copy of the tree so that nothing is built for it, and that
# `make uninstall` takes all of it away; in folders with blanks in their names. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
program=${PLYSCOPE:-build/plyscope}
tree=$(mktemp -d "${TMPDIR:-/tmp}/plyscope install.XXXXXX") || exit 1
trap 'rm -rf "$tree"' EXIT
n=0

verdict() { # NAME, and what is wrong (nothing: ok)
	n=$((n + 1))
	[ -z "$2" ] && echo "ok $n - $1" && return
	printf '%s\n' "$2" | sed 's/^/# /'
	echo "not ok $n - $1"
}

# made TARGET: what make says of it.
made() {
	MAKEFLAGS='' make -s -C "$tree" -o build/plyscope "$1" DESTDIR=root PREFIX=/usr 2>&1
}

mkdir "$tree/build"
cp -R Makefile assets man "$tree"
cp "$program" "$tree/build/plyscope"

verdict 'install says nothing' "$(made install)"
verdict 'the program is there' "$(cmp "$program" "$tree/root/usr/bin/plyscope" 2>&1)"
rm -rf "$tree/assets/pictures" # they are README's
verdict 'so are its files' "$(diff -r "$tree/assets" "$tree/root/usr/share/plyscope" 2>&1)"
verdict 'and the manual' "$(for page in man/*.[1-9]; do
	cmp "$page" "$tree/root/usr/share/man/man${page##*.}/${page#man/}" 2>&1
done)"
verdict 'the shells find their completions' "$(cd "$tree/root/usr/share" &&
	cmp plyscope/completion/bash bash-completion/completions/plyscope 2>&1
	cd "$tree/root/usr/share" && cmp plyscope/completion/zsh zsh/site-functions/_plyscope 2>&1
	cd "$tree/root/usr/share" && cmp plyscope/completion/fish fish/vendor_completions.d/plyscope.fish 2>&1)"
verdict 'its folder of files is all it needs' "$(cd / &&
	unset PLYSCOPE_ASSETS && "$tree/root/usr/bin/plyscope" \
		match goofspiel -o cards=4 -a easy -a easy --games 2 2>&1 >/dev/null)"
# What is compiled is compiled again when its flags change.
flags() {
	MAKEFLAGS='' make -n build/release/flags PREFIX="$1"
}
verdict 'another prefix compiles nothing' "$([ "$(flags /a)" = "$(flags /b)" ] || flags /b)"
verdict 'uninstall says nothing' "$(made uninstall)"
verdict 'and leaves nothing' "$(find "$tree/root" -type f)"
verdict 'no line of help is too long' "$(make -s help | awk 'length > 80')"
echo "1..$n"

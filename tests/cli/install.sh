#!/bin/sh
# What `make install` puts where, in a copy of the tree so that nothing is built for it, and that
# `make uninstall` takes all of it away; in folders with blanks in their names. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
program=${PLYSCOPE:-build/plyscope}
tree=$(mktemp -d "${TMPDIR:-/tmp}/plyscope install.XXXXXX") || exit 1
trap 'rm -rf "$tree"' EXIT
. tests/tap.sh

# made TARGET: what make says of it.
made() {
	MAKEFLAGS='' make -s -C "$tree" -o build/install/plyscope "$1" DESTDIR=root PREFIX=/usr 2>&1
}

mkdir -p "$tree/build/install"
cp -R Makefile assets man "$tree"
cp "$program" "$tree/build/install/plyscope"

verdict 'install says nothing' "$(made install)"
verdict 'the program is there' "$(cmp "$program" "$tree/root/usr/bin/plyscope" 2>&1)"
verdict 'desktops find the program, its picture and its description' "$(cd "$tree" &&
	for pair in plyscope.desktop:applications plyscope.svg:icons/hicolor/scalable/apps \
		example.plyscope.plyscope.metainfo.xml:metainfo; do
		cmp "assets/packaging/desktop/${pair%:*}" "root/usr/share/${pair#*:}/${pair%:*}" 2>&1
	done)"
rm -rf "$tree/assets/pictures" "$tree/assets/packaging" # of README, and for packagers
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
# The day of a file and of a run must not show in a tarball, only the commit.
packed() {
	touch "$tree/Makefile" && made dist >/dev/null && cksum <"$tree/build/plyscope-$version.tar.gz"
}
version=$(sed -n 's/^VERSION := //p' Makefile)
if command -v git >/dev/null 2>&1; then
	verdict 'make dist packs the same bytes twice' "$(cd "$tree" && exec 2>&1 && git init -q . &&
		git add Makefile man && git -c user.name=t -c user.email=t commit -q -m test || exit
		first=$(packed) && sleep 1 && [ "$first" = "$(packed)" ] || echo "not the same as $first")"
	verdict 'in a folder of that name' "$(tar -tzf "$tree/build/plyscope-$version.tar.gz" 2>&1 |
		grep -v "^plyscope-$version/")"
else
	verdict 'make dist packs the same bytes twice # SKIP no git' ''
	verdict 'in a folder of that name # SKIP no git' ''
fi
verdict 'all that names the version names this one' "$(while IFS=: read -r file words; do
	grep -qF "$words" "$file" || echo "$file: no line with $words"
done <<-END
	NEWS.md:## $version
	CITATION.cff:version: $version
	assets/packaging/debian/changelog:plyscope ($version-
	assets/packaging/desktop/example.plyscope.plyscope.metainfo.xml:<release version="$version"
	assets/packaging/homebrew/plyscope.rb:/plyscope-$version.tar.gz
	assets/packaging/nix/flake.nix:version = "$version"
END
)"
verdict 'no line of help is too long' "$(make -s help | awk 'length > 80')"
echo "1..$n"

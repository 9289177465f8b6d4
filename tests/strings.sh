#!/bin/sh
# Lists every string that a person may read, one a line after its file and line, for a reading in
# one sitting: make strings | less. Of the C sources: all literals that have words, without keys,
# formats and SQL. Of the assets: rules, and the prose of lessons, experiments and position suites.
# Needs xgettext (gettext).
command -v xgettext >/dev/null || { echo 'strings: xgettext (gettext) is needed' >&2; exit 1; }
find src ai games ui \( -name '*.[ch]' -o -name '*.def' \) | sort |
	xgettext -a -L C --from-code=UTF-8 --no-wrap -f - -o - 2>/dev/null |
	awk '
	/^#: / { if (at == "") at = $2; next }
	/^msgid / { text = substr($0, 8, length($0) - 8); next }
	/^"/ { if (at != "") text = text substr($0, 2, length($0) - 2); next }
	/^msgstr / {
		words = text
		gsub(/%[-+ #0-9.*]*(hh|h|ll|l|z|j)?[a-zA-Z]/, "", words)
		gsub(/\\[a-z"]/, " ", words)
		sql = words ~ /^ *(SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA|BEGIN|COMMIT|ALTER|DROP|WITH) /
		if (!sql && (words ~ /[a-z][,:;.]? [a-z(]/ || words ~ /[A-Z][a-z]/ || words ~ /^[a-z]+ ?$/))
			print at ": " text
		at = ""
	}' | sort -t: -k1,1 -k2,2n
for file in assets/rules/*.txt; do
	awk -v file="$file" 'NF { print file ":" FNR ": " $0 }' "$file"
done
awk '/^[a-z][^=]*=/ { prose = $1 ~ /^(title|note|text|about|question|answer|reason)$/ }
	/^[[;#]/ || !NF { prose = 0 }
	prose { print FILENAME ":" FNR ": " $0 }' \
	assets/lessons/*.ini assets/experiments/*.ini

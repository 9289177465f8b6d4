#!/bin/sh
# A short, repeatable run of the random driver over the corpus. Prints TAP.
cd "$(dirname "$0")/../.." || exit 1
echo 1..1
if "${FUZZ_DRIVER:-build/release/tests/fuzz/driver}" 20000 tests/fuzz/corpus/*; then
	echo "ok 1 - parsers survive 20000 mutated inputs"
else
	echo "not ok 1 - parsers survive 20000 mutated inputs"
fi

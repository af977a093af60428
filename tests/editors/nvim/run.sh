#!/usr/bin/env bash
# Runs the Neovim suite in a real, headless Neovim and prints `N passed, N failed` at the end.
#
#   tests/editors/nvim/run.sh [PATTERN]    only the tests whose name has the Lua pattern
#
# NEARNOTE_E2E_SERVER   the server's program (default: nearnote on PATH)
# NEARNOTE_EDITOR_CACHE where Neovim and the suite's vectors are kept between runs
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
export NEARNOTE_EDITOR_CACHE="${NEARNOTE_EDITOR_CACHE:-$HOME/.cache/nearnote-editors}"
export NEARNOTE_E2E_SERVER="${NEARNOTE_E2E_SERVER:-nearnote}"

if ! server="$(command -v "$NEARNOTE_E2E_SERVER")"; then
  echo "The server $NEARNOTE_E2E_SERVER was not found: install nearnote, or set NEARNOTE_E2E_SERVER." >&2
  exit 2
fi
NEARNOTE_E2E_SERVER="$(realpath --no-symlinks "$server")"

NEARNOTE_E2E_NVIM="$("$here/install.sh")"
NEARNOTE_E2E_TMP="$(mktemp -d)"
export NEARNOTE_E2E_NVIM NEARNOTE_E2E_TMP
trap 'rm -rf "$NEARNOTE_E2E_TMP"' EXIT

# A timeout of the whole suite: a Neovim that hangs must not hang the build.
timeout --kill-after=10 "${NEARNOTE_E2E_TIMEOUT:-600}" \
  "$NEARNOTE_E2E_NVIM" --clean -l "$here/run.lua" "$@"

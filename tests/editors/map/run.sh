#!/usr/bin/env bash
# The map of the demo vault, and of one hostile note, in a real Chromium. Pictures go to the folder
# that is named, if one is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -d node_modules ] || npm install --no-audit --no-fund --silent
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r ../../vaults/demo "$work/demo"
cat > "$work/demo/hostile.md" <<'NOTE'
---
title: "<img src=x onerror=alert(1)>"
---

</script><script>alert(2)</script> <svg onload=alert(3)> flour and water
NOTE
"${NEARNOTE_E2E_SERVER:-nearnote}" map --vault "$work/demo" --out "$work/map.html"
node run.mjs "$work/map.html" "${1:-}"

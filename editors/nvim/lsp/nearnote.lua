---@brief
---
--- https://github.com/nearnote/nearnote
---
--- nearnote finds Markdown notes by meaning: workspace symbols from a half-remembered idea, a hover
--- with the related notes of any line, and findings (with fixes) for lines that no search can find.
---
--- It is installed from a clone, with `uv tool install .` or `pipx install .`.
---
--- All settings have defaults. They can be given here under `settings.nearnote`, or in a
--- `.nearnote.toml` at the top of the vault.

---@type vim.lsp.Config
return {
  cmd = { 'nearnote' },
  filetypes = { 'markdown' },
  root_markers = { '.nearnote.toml', '.obsidian', '.git' },
  settings = {},
}

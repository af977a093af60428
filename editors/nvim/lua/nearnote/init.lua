--- What a configuration may call. Nothing here is needed: `:Nearnote` does the same.
local M = {}

--- Change the defaults; the same as setting `vim.g.nearnote` before the plugin loads.
---@param options table?
function M.setup(options)
  vim.g.nearnote = vim.tbl_deep_extend('force', vim.g.nearnote or {}, options or {})
  require('nearnote.config').get()
end

--- Search by meaning while typing. `query` is the text to begin with.
---@param options { query: string?, picker: string? }?
function M.search(options)
  require('nearnote.pickers').search(options or {})
end

--- Open or close the window of related notes.
function M.related()
  require('nearnote.related').toggle()
end

--- A few words for a status line: empty when there is nothing to tell.
---@return string
function M.statusline()
  return require('nearnote.status').line()
end

return M

--- The side window itself: how it is opened and how it looks.
local look = require('nearnote.look')

local M = {}

--- Open it at the right edge without entering it.
---@param width integer
---@return integer buffer
---@return integer window
function M.open(width)
  look.define()
  local buffer = look.scratch('nearnote-related')
  local window = vim.api.nvim_open_win(buffer, false, { split = 'right', win = -1, width = width })
  look.plain(window)
  vim.wo[window].winfixwidth = true
  vim.wo[window].cursorline = true
  vim.wo[window].wrap = true
  vim.wo[window].breakindent = true
  vim.wo[window].statusline = ' '
  return buffer, window
end

--- What stands above the hits.
---@param window integer
---@param words { pinned: boolean, unlinked_only: boolean, line: integer? }  line from 0
function M.caption(window, words)
  vim.wo[window].winbar = '%#NearnoteHint# Related notes'
    .. (words.pinned and ' · pinned' or '')
    .. (words.unlinked_only and ' · unlinked only' or '')
    .. '%='
    .. (words.line and (' line %d '):format(words.line + 1) or '')
end

return M

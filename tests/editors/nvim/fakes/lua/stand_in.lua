-- What a test does with the open stand-in: type, look, choose.
local M = { open = nil }

function M.type(query)
  M.open.type(query)
end

function M.shown()
  return M.open.shown()
end

function M.choose(number)
  M.open.choose(number)
end

--- What every picker does with a chosen file.
function M.edit(file, line)
  vim.cmd.edit(vim.fn.fnameescape(file))
  vim.api.nvim_win_set_cursor(0, { line, 0 })
end

return M

--- Going to a hit, and putting a link to it.
local hits = require('nearnote.hits')
local say = require('nearnote.say')

local M = {}

--- A buffer of the hit's note, or nil when the file has vanished and no buffer holds it.
---@param hit nearnote.Hit
---@return integer?
function M.buffer(hit)
  local file = hits.file(hit)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_name(buffer) == file then
      return buffer
    end
  end
  return vim.uv.fs_stat(file) and vim.fn.bufadd(file) or nil
end

--- Show the hit at its line.
---@param hit nearnote.Hit
---@param how 'edit'|'split'|'vsplit'|'tab'|nil
---@return boolean
function M.to(hit, how)
  local buffer = M.buffer(hit)
  if not buffer then
    say.warn(
      ('%s is no longer there: it was moved or deleted meanwhile; search again.'):format(hit.path)
    )
    return false
  end
  local open = { split = 'split', vsplit = 'vsplit', tab = 'tab split' }
  vim.cmd("normal! m'")
  if open[how] then
    vim.cmd(open[how])
  end
  vim.bo[buffer].buflisted = true
  local shown, problem = pcall(vim.api.nvim_win_set_buf, 0, buffer)
  if not shown then
    say.warn(('%s cannot be shown here: %s'):format(hit.path, problem))
    return false
  end
  local last = vim.api.nvim_buf_line_count(buffer)
  vim.api.nvim_win_set_cursor(0, { math.min(hit.line + 1, last), 0 })
  vim.cmd('normal! ^zv')
  return true
end

--- Put a link to the hit's note behind the cursor of a window.
---@param hit nearnote.Hit
---@param window integer?
function M.insert_link(hit, window)
  vim.api.nvim_win_call(window or 0, function()
    if not vim.bo.modifiable then
      say.warn('this text cannot be changed.')
      return
    end
    vim.api.nvim_put({ hits.link(hit) }, 'c', true, true)
  end)
end

return M

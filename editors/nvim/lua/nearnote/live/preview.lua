--- The preview of a hit: the note's text as it is now, saved or not.
local jump = require('nearnote.jump')
local look = require('nearnote.look')

local M = {}

--- The lines of the hit's note, from its buffer if it is open, else from disk.
---@param hit nearnote.Hit
---@return string[]?
local function text_of(hit)
  local buffer = jump.buffer(hit)
  if not buffer then
    return nil
  elseif vim.api.nvim_buf_is_loaded(buffer) then
    return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  end
  local read, lines = pcall(vim.fn.readfile, vim.api.nvim_buf_get_name(buffer))
  return read
      and vim.tbl_map(function(line)
        return (line:gsub('\r$', ''):gsub('\n', ' '))
      end, lines)
    or nil
end

---@param part { buffer: integer, window: integer }
---@param hit nearnote.Hit?
function M.show(part, hit)
  if not (part and vim.api.nvim_win_is_valid(part.window)) then
    return
  end
  local lines = hit and text_of(hit)
  if not (hit and lines) then
    look.write(
      part.buffer,
      { { { hit and 'This note is no longer there.' or '', 'NearnoteHint' } } }
    )
    return
  end
  vim.bo[part.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(part.buffer, 0, -1, false, lines)
  vim.bo[part.buffer].modifiable = false
  pcall(vim.treesitter.start, part.buffer, 'markdown')
  vim.api.nvim_buf_clear_namespace(part.buffer, look.namespace, 0, -1)
  local first = math.min(hit.line, #lines - 1)
  local last = math.min(math.max(hit.end_line or first, first), #lines - 1)
  for row = first, last do
    vim.api.nvim_buf_set_extmark(
      part.buffer,
      look.namespace,
      row,
      0,
      { line_hl_group = 'NearnoteSelected' }
    )
  end
  vim.api.nvim_win_set_cursor(part.window, { first + 1, 0 })
  vim.api.nvim_win_call(part.window, function()
    vim.cmd('normal! zz')
  end)
end

return M

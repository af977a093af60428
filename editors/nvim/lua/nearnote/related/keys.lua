--- The keys of the side window of related notes.
local jump = require('nearnote.jump')
local look = require('nearnote.look')

local M = {}

local help = {
  { '<CR>', 'open the note at the line' },
  { 's, v, t', 'open it in a split, beside, in a tab' },
  { 'i', 'insert a link to it at the cursor of the note' },
  { 'p', 'pin: stay, or follow the cursor again' },
  { 'u', 'show notes without a link only, or all' },
  { 'q', 'close' },
}

--- A window to open the hit in: where the note is, or any other than the side window.
---@param related nearnote.Related
---@return integer
local function target(related)
  if vim.api.nvim_win_is_valid(related.note_window) then
    return related.note_window
  end
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if window ~= related.window and vim.api.nvim_win_get_config(window).relative == '' then
      return window
    end
  end
  vim.cmd('leftabove vsplit')
  return vim.api.nvim_get_current_win()
end

---@param related nearnote.Related
---@param acts { render: fun(related: nearnote.Related), close: fun(), follow: fun() }
function M.map(related, acts)
  local function map(key, does)
    vim.keymap.set('n', key, does, { buffer = related.buffer, nowait = true })
  end
  local function with_hit(does)
    return function()
      local hit = related.hit_at[vim.api.nvim_win_get_cursor(related.window)[1]]
      if hit then
        does(hit)
      end
    end
  end
  local function open(how)
    return with_hit(function(hit)
      vim.api.nvim_set_current_win(target(related))
      jump.to(hit, how)
    end)
  end
  map('<CR>', open('edit'))
  map('<2-LeftMouse>', open('edit'))
  map('s', open('split'))
  map('v', open('vsplit'))
  map('t', open('tab'))
  map(
    'i',
    with_hit(function(hit)
      jump.insert_link(hit, target(related))
    end)
  )
  map('p', function()
    related.pinned = not related.pinned
    acts.render(related)
    acts.follow()
  end)
  map('u', function()
    related.unlinked_only = not related.unlinked_only
    acts.render(related)
  end)
  map('q', acts.close)
  map('?', function()
    local lines = vim.tbl_map(function(row)
      return { { ('%-9s'):format(row[1]), 'NearnoteScore' }, { row[2] } }
    end, help)
    look.write(related.buffer, lines)
    related.hit_at = {}
  end)
end

return M

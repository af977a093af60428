--- A live list in mini.pick.
local hits = require('nearnote.hits')

local M = {}

--- mini.pick previews and opens items that have a `path` and an `lnum`.
---@param hit nearnote.Hit
---@return table
function M.item(hit)
  return { text = hits.one_line(hit), path = hits.file(hit), lnum = hit.line + 1, hit = hit }
end

--- A `match` that asks the server instead of matching. mini.pick calls it for every change of the
--- query, and the tick tells an answer that has come too late.
---@param source nearnote.Source
---@param pick table  the module mini.pick
function M.match(source, pick)
  local cancel, asked = function() end, nil
  return function(_, _, query)
    local tick = pick.get_querytick()
    if asked == tick then
      return
    end
    asked = tick
    cancel()
    cancel = source.search(table.concat(query), function(found)
      if pick.is_picker_active() and pick.get_querytick() == tick then
        pick.set_picker_items(vim.tbl_map(M.item, found), { do_match = false, querytick = tick })
      end
    end)
  end
end

---@param source nearnote.Source
function M.open(source)
  local pick = require('mini.pick')
  if source.query ~= '' then
    vim.api.nvim_create_autocmd('User', {
      pattern = 'MiniPickStart',
      once = true,
      callback = function()
        pick.set_picker_query(vim.fn.split(source.query, '\\zs'))
      end,
    })
  end
  pick.start({
    source = { name = 'Notes by meaning', items = {}, match = M.match(source, pick) },
  })
end

return M

local stand_in = require('stand_in')

local M = {}
local active, tick = nil, 0

function M.get_querytick()
  return tick
end

function M.is_picker_active()
  return active ~= nil
end

function M.set_picker_items(items, options)
  assert(options.do_match == false, 'a match after the answer would filter it again')
  if active and options.querytick == tick then
    active.items = items
  end
end

function M.set_picker_query(query)
  tick = tick + 1
  active.source.match({}, {}, query)
end

function M.start(options)
  tick = tick + 1
  active = { source = options.source, items = options.source.items }
  stand_in.open = {
    type = function(query)
      M.set_picker_query(vim.fn.split(query, '\\zs'))
    end,
    shown = function()
      return vim.tbl_map(function(item)
        return item.text
      end, active.items)
    end,
    choose = function(number)
      stand_in.edit(active.items[number].path, active.items[number].lnum)
    end,
  }
  active.source.match({}, {}, {})
  vim.api.nvim_exec_autocmds('User', { pattern = 'MiniPickStart' })
end

return M

--- A live list in snacks.nvim.
local hits = require('nearnote.hits')

local M = {}

---@param hit nearnote.Hit
---@return table
function M.item(hit)
  return { text = hits.one_line(hit), file = hits.file(hit), pos = { hit.line + 1, 0 }, hit = hit }
end

--- A finder that waits for the server. It runs in a coroutine of snacks, where the editor's
--- interface may not be called: hence the schedule.
---@param source nearnote.Source
---@return fun(options: table, context: table): fun(add: fun(item: table))
function M.finder(source)
  return function(_, context)
    local query = context.filter.search
    return function(add)
      local async, found, cancel = context.async, nil, function() end
      local aborted = false
      async:on(
        'abort',
        vim.schedule_wrap(function()
          aborted = true
          cancel()
        end)
      )
      vim.schedule(function()
        if aborted then
          return
        end
        cancel = source.search(query, function(answer)
          found = answer
          async:resume()
        end)
      end)
      while not found do
        async:suspend()
      end
      for _, hit in ipairs(found) do
        add(M.item(hit))
      end
    end
  end
end

---@param source nearnote.Source
function M.open(source)
  require('snacks').picker.pick({
    source = 'nearnote',
    title = 'Notes by meaning',
    search = source.query,
    live = true,
    supports_live = true,
    show_empty = true,
    finder = M.finder(source),
    format = function(item)
      return {
        { hits.headline(item.hit), 'NearnoteTitle' },
        { '  ' },
        { hits.matched(item.hit), 'NearnoteText' },
      }
    end,
    preview = 'file',
    confirm = 'jump',
    sort = { fields = { 'idx' } }, -- The server's order.
  })
end

return M

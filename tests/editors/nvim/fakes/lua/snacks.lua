local stand_in = require('stand_in')

--- snacks' coroutine object: `suspend` gives the editor back, `resume` goes on.
local function async_of(body)
  local handlers, async = {}, {}
  local thread = coroutine.create(function()
    body(async)
  end)
  function async:on(event, handler)
    handlers[event] = handler
    return self
  end
  function async:suspend()
    assert(coroutine.running() == thread, 'suspend outside of the finder')
    coroutine.yield()
  end
  function async:resume()
    if coroutine.status(thread) == 'suspended' then
      assert(coroutine.resume(thread))
    end
  end
  function async:abort()
    if coroutine.status(thread) ~= 'dead' and handlers.abort then
      handlers.abort()
    end
    thread = coroutine.create(function() end)
  end
  return async
end

local picker = {
  pick = function(options)
    assert(options.live and options.supports_live, 'only live pickers send the text to the finder')
    assert(vim.deep_equal({ 'idx' }, options.sort.fields), 'any other sort changes the order')
    local items, task = {}, nil
    stand_in.open = {
      type = function(query)
        if task then
          task:abort()
        end
        items = {}
        local context = { filter = { search = query, pattern = '' } }
        local find = options.finder(options, context)
        task = async_of(function(async)
          context.async = async
          find(function(item)
            table.insert(items, item)
          end)
        end)
        task:resume()
      end,
      shown = function()
        return vim.tbl_map(function(item)
          local text = ''
          for _, piece in ipairs(options.format(item)) do
            text = text .. piece[1]
          end
          return text
        end, items)
      end,
      choose = function(number)
        stand_in.edit(items[number].file, items[number].pos[1])
      end,
    }
    stand_in.type(options.search)
  end,
}

return { picker = picker, config = { picker = { enabled = true } } }

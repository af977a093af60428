--- The keys of the live list.
local hits = require('nearnote.hits')
local jump = require('nearnote.jump')

local M = {}

-- The first leaves the choice to the server's setting and to a mark in the query (`=`, `?`).
M.modes = { '', 'text', 'vector', 'hybrid' }

---@class nearnote.LiveActs  what the keys need of the list
---@field close fun(live: nearnote.Live)
---@field show_selection fun(live: nearnote.Live)
---@field search fun(live: nearnote.Live)
---@field take_query fun(live: nearnote.Live)

---@param live nearnote.Live
---@param acts nearnote.LiveActs
function M.map(live, acts)
  local function map(keys, does)
    for _, key in ipairs(keys) do
      vim.keymap.set(
        { 'i', 'n' },
        key,
        does,
        { buffer = live.windows.prompt.buffer, nowait = true }
      )
    end
  end
  local function move(by)
    return function()
      if #live.hits > 0 then
        live.selected = (live.selected - 1 + by) % #live.hits + 1
        acts.show_selection(live)
      end
    end
  end
  local function act(does)
    local function now()
      local hit = live.hits[live.selected]
      acts.close(live)
      if hit then
        -- After the insert mode of the prompt has ended, so that the cursor stays where it is put.
        vim.schedule(function()
          does(hit)
        end)
      end
    end
    return function()
      acts.take_query(live) -- The event of the last letter may still be on its way.
      if live.answered == live.query then
        now()
      else -- One who types fast means the hits of the whole query.
        live.when_answered = now
      end
    end
  end
  local function open(how)
    return act(function(hit)
      jump.to(hit, how)
    end)
  end
  map({ '<CR>' }, open('edit'))
  map({ '<C-s>', '<C-x>' }, open('split'))
  map({ '<C-v>' }, open('vsplit'))
  map({ '<C-t>' }, open('tab'))
  map(
    { '<C-l>' },
    act(function(hit)
      jump.insert_link(hit, live.origin)
    end)
  )
  map(
    { '<C-q>' },
    act(function()
      vim.fn.setqflist({}, ' ', {
        title = ('Notes near «%s»'):format(live.query),
        items = vim.tbl_map(function(hit)
          return { filename = hits.file(hit), lnum = hit.line + 1, text = hits.one_line(hit) }
        end, live.hits),
      })
      vim.cmd.copen()
    end)
  )
  map({ '<Down>', '<C-n>', '<C-j>' }, move(1))
  map({ '<Up>', '<C-p>', '<C-k>' }, move(-1))
  map({ '<Tab>' }, function()
    live.mode = live.mode % #M.modes + 1
    acts.search(live)
  end)
  map({ '<Esc>', '<C-c>' }, function()
    acts.close(live)
  end)
end

return M

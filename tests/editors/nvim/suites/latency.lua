-- How long a person waits between a key and the list.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

test('latency from the last key to the list', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
  nvim:wait_ready()
  nvim:lua([[
    local client = require('nearnote.client')
    local ask = client.ask
    _G.server_ms, _G.shown_at = {}, nil
    client.ask = function(command, argument, on_answer, ...)
      local sent = vim.uv.hrtime()
      return ask(command, argument, function(...)
        table.insert(_G.server_ms, (vim.uv.hrtime() - sent) / 1e6)
        on_answer(...)
        _G.shown_at = vim.uv.hrtime()
      end, ...)
    end
    vim.on_key(function(_, typed)
      if typed ~= '' then _G.key_at = vim.uv.hrtime() end
    end)
  ]])
  nvim:keys(':Nearnote search<CR>')
  nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt" and _G.shown_at')
  local queries = {
    'webs in the muesli',
    'a crust that shatters',
    'brine for cabbage',
    'what eats my seedlings',
    'night in the fridge',
  }
  local extra, total = {}, {}
  for _, query in ipairs(queries) do
    nvim:lua('_G.shown_at, _G.server_ms = nil, {}')
    nvim:keys('<C-u>' .. query)
    nvim:wait(
      'hits for ' .. query,
      [[
      return require('nearnote.pickers.live').latest.answered == ... and _G.shown_at
    ]],
      query
    )
    local key_to_list, server = unpack(nvim:lua([[
    vim.cmd.redraw()
    return { (_G.shown_at - _G.key_at) / 1e6, _G.server_ms[#_G.server_ms] }
  ]]))
    table.insert(total, key_to_list)
    table.insert(extra, key_to_list - server)
  end
  table.sort(total)
  table.sort(extra)
  local report = '      %s: %.0f ms at the median, %.0f at most\n'
  io.stdout:write(report:format('from the key to the list', total[3], total[5]))
  io.stdout:write(report:format("over the server's own answer", extra[3], extra[5]))
  expect.holds(extra[3] <= 150, "at most 150 ms over the server's own answer at the median")
end)

return suite

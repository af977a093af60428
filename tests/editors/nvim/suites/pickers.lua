-- The lists of other plugins, by stand-ins of their interfaces (see fakes/README.md): each must
-- show the server's answer to every query, all of it, in the server's order.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

local here = vim.fs.dirname(vim.uv.fs_realpath(debug.getinfo(1, 'S').source:sub(2)))
local fakes = vim.fs.normalize(here .. '/../fakes')
local stand_in = vim.fs.normalize(here .. '/../stand_in_server.py')

local query = 'electricity consumption of my stove'

local function shows_all_in_order(picker)
  return function()
    local vault = vaults.demo()
    local nvim = child.start({
      cwd = vault,
      files = { 'Home.md' },
      rtp = { fakes },
      init = ('vim.g.nearnote = { picker = %q, limit = 20 }'):format(picker),
    })
    nvim:wait_ready()
    local wanted = nvim:lua(child.ask_code .. [[
      local answer = ask('search', { query = ..., limit = 20 })
      return vim.tbl_map(require('nearnote.hits').one_line, answer.hits)
    ]], query)
    expect.holds(#wanted > 1, 'there are hits to put in order')
    nvim:command('Nearnote search')
    nvim:wait('the list of the empty query', 'return #require("stand_in").shown() > 0')
    -- A query that is overtaken at once must not leave its answer behind.
    nvim:lua('local list = require("stand_in"); list.type("bread"); list.type(...)', query)
    nvim:wait(
      'the hits, all and in order',
      'return vim.deep_equal(..., require("stand_in").shown())',
      wanted
    )
    expect.matches('^Oven', wanted[1])
    nvim:lua('require("stand_in").choose(1)')
    expect.matches('Household/Oven%.md$', nvim:lua('return vim.api.nvim_buf_get_name(0)'))
    expect.holds(nvim:lua('return vim.api.nvim_win_get_cursor(0)[1] > 1'), 'it opened at the line')
    expect.equal({}, nvim:told())
  end
end

test('snacks', shows_all_in_order('snacks'))
test('fzf-lua', shows_all_in_order('fzf-lua'))
test('telescope', shows_all_in_order('telescope'))
test('mini.pick', shows_all_in_order('mini.pick'))

test('a selection is the first query', function()
  local vault = vaults.of({ ['a.md'] = { '# A', '', 'webs in the muesli', '' } })
  for _, picker in ipairs({ 'snacks', 'fzf-lua', 'telescope', 'mini.pick' }) do
    local nvim = child.start({
      server = stand_in,
      cwd = vault,
      files = { 'a.md' },
      rtp = { fakes },
      init = ('vim.g.nearnote = { picker = %q }'):format(picker),
    })
    nvim:wait(
      'the client',
      'return vim.lsp.get_clients({ bufnr = 0, name = "nearnote" })[1] ~= nil'
    )
    nvim:lua([[
    local client = require('nearnote.client')
    local ask = client.ask
    client.ask = function(command, argument, ...)
      _G.asked = argument.query
      return ask(command, argument, ...)
    end
  ]])
    nvim:keys('3Gwwve:Nearnote search<CR>')
    nvim:wait('the selected words as query in ' .. picker, 'return _G.asked == "the"')
    nvim:stop()
  end
end)

return suite

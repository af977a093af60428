-- What goes wrong: each gives one plain sentence and a way on.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

local here = vim.fs.dirname(vim.uv.fs_realpath(debug.getinfo(1, 'S').source:sub(2)))
local stand_in = vim.fs.normalize(here .. '/../stand_in_server.py')

local function hits_json(vault)
  return vim.json.encode({
    search = {
      mode = 'hybrid',
      pending = 0,
      hits = {
        {
          path = 'gone.md',
          uri = vim.uri_from_fname(vault .. '/gone.md'),
          title = 'Gone',
          heading = {},
          line = 0,
          end_line = 0,
          kind = 'note',
          score = 1,
          text = 'text',
          snippet = 'text',
          found_by = { 'text' },
        },
      },
    },
  })
end

test('a missing server is told once, with how to install it', function()
  local vault = vaults.of({ ['a.md'] = { '# A' }, ['b.md'] = { '# B' } })
  local nvim = child.start({
    server = false,
    cwd = vault,
    files = { 'a.md' },
    env = { PATH = '/nowhere' },
  })
  local told = nvim:wait_told('not found')
  expect.matches('uv tool install %.', told)
  nvim:command('edit b.md')
  nvim:command('Nearnote search')
  nvim:command('Nearnote related')
  expect.equal(1, #nvim:told())
  expect.equal(1, nvim:lua('return #vim.api.nvim_list_wins()'))
end)

test('a wrong path is named', function()
  local vault = vaults.of({ ['a.md'] = { '# A' } })
  local nvim = child.start({ server = '/no/such/nearnote', cwd = vault, files = { 'a.md' } })
  expect.matches('/no/such/nearnote cannot be started', nvim:wait_told('nearnote'))
end)

test('a server that keeps dying is left alone after five restarts', function()
  local vault = vaults.of({ ['a.md'] = { '# A' } })
  local nvim = child.start({
    server = stand_in,
    cwd = vault,
    files = { 'a.md' },
    env = { STAND_IN_DIE = '1' },
    init = [[
      _G.starts, _G.exits = 0, 0
      vim.lsp.config('nearnote', {
        before_init = function() _G.starts = _G.starts + 1 end,
        on_exit = function() _G.exits = _G.exits + 1 end,
      })
      vim.lsp.enable('nearnote')
    ]],
  })
  local told = nvim:wait_told('left alone')
  expect.matches('stopped 6 times in 3 minutes', told)
  expect.matches('lsp%.log', told)
  expect.equal({ 6, 6 }, nvim:lua('return { _G.starts, _G.exits }'))
end)

test('an old server is told with how to renew it', function()
  local vault = vaults.of({ ['a.md'] = { '# A' } })
  local nvim = child.start({
    server = stand_in,
    cwd = vault,
    files = { 'a.md' },
    env = { STAND_IN_VERSION = '0.0.1' },
  })
  expect.matches('version 0%.0%.1.*uv tool upgrade nearnote', nvim:wait_told('version'))
end)

test('a note that vanished between list and jump is named', function()
  local vault = vaults.of({ ['a.md'] = { '# A' } })
  local nvim = child.start({
    server = stand_in,
    cwd = vault,
    files = { 'a.md' },
    env = { STAND_IN_ANSWERS = hits_json(vault) },
  })
  nvim:wait('the client', 'return vim.lsp.get_clients({ bufnr = 0, name = "nearnote" })[1] ~= nil')
  nvim:keys(':Nearnote search<CR>')
  nvim:wait(
    'the hit',
    [[
    local live = require('nearnote.pickers.live').latest
    return live and #live.hits == 1
  ]]
  )
  nvim:keys('<CR>')
  expect.matches('gone%.md is no longer there.*search again', nvim:wait_told('gone'))
  expect.matches('a%.md$', nvim:lua('return vim.api.nvim_buf_get_name(0)'))
end)

test('an unknown subcommand lists the known ones', function()
  local nvim = child.start()
  nvim:command('Nearnote serach')
  expect.matches('no :Nearnote serach; there are chunks, reindex', nvim:wait_told('serach'))
end)

test('a server that the user stops stays stopped', function()
  local vault = vaults.of({ ['a.md'] = { '# A' } })
  local nvim = child.start({ server = stand_in, cwd = vault, files = { 'a.md' } })
  nvim:wait('the client', 'return vim.lsp.get_clients({ bufnr = 0, name = "nearnote" })[1] ~= nil')
  nvim:lua([[
    _G.gone = false
    vim.api.nvim_create_autocmd('LspDetach', { callback = function() _G.gone = true end })
    vim.lsp.get_clients({ name = 'nearnote' })[1]:stop()
  ]])
  nvim:wait(
    'the client to go',
    'return _G.gone and #vim.lsp.get_clients({ name = "nearnote" }) == 0'
  )
  expect.equal({}, nvim:told())
  nvim:command('Nearnote restart')
  nvim:wait(
    'a new client',
    'return vim.lsp.get_clients({ bufnr = 0, name = "nearnote" })[1] ~= nil'
  )
end)

return suite

-- Which folder is the vault, and that the server is told of it and of the settings.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

test('lsp/nearnote.lua alone attaches and answers workspace symbols', function()
  local vault = vaults.demo()
  local nvim = child.start({
    plugin = false,
    cwd = vault,
    files = { 'Home.md' },
    init = 'vim.lsp.enable("nearnote")',
  })
  nvim:wait_ready()
  expect.equal(
    vim.uv.fs_realpath(vault),
    nvim:lua('return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir')
  )
  expect.equal(0, nvim:lua('return vim.fn.exists(":Nearnote")'))
  nvim:lua('vim.lsp.buf.workspace_symbol("insect infestation among stored grains")')
  local first = nvim:wait('the quickfix list', 'return vim.fn.getqflist()[1]')
  expect.matches('Pantry moths', first.text)
end)

test('settings reach the server, and change while it runs', function()
  local vault = vaults.demo()
  local nvim = child.start({
    cwd = vault,
    files = { 'Kitchen garden/Slugs.md' },
    init = [[
      vim.lsp.config('nearnote', {
        settings = { nearnote = { findings = { bareHeading = 'error' } } },
      })
    ]],
  })
  nvim:wait_ready()
  nvim:wait(
    'the finding as an error',
    [[
    local found = vim.diagnostic.get(0)[1]
    return found and found.severity == vim.diagnostic.severity.ERROR
  ]]
  )
  nvim:lua([[
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
    client.settings = { nearnote = { findings = { bareHeading = 'off' } } }
    client:notify('workspace/didChangeConfiguration', { settings = client.settings })
  ]])
  nvim:wait('the finding to go', 'return #vim.diagnostic.get(0) == 0')
  expect.equal({}, nvim:told())
end)

test('a vault opened by a file outside of the working directory', function()
  local vault = vaults.demo()
  local nvim = child.start({ files = { vault .. '/Household/Oven.md' } })
  nvim:wait_ready()
  expect.equal(
    vim.uv.fs_realpath(vault),
    nvim:lua('return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir')
  )
  nvim:keys(':Nearnote search<CR>')
  nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
  nvim:keys('webs in the muesli')
  nvim:wait(
    'the note',
    [[
    local first = require('nearnote.pickers.live').latest.hits[1]
    return first and first.title == 'Pantry moths'
  ]]
  )
end)

test('a vault without a marker is the working directory', function()
  local vault = vaults.demo({ unmarked = true })
  local nvim = child.start({ cwd = vault, files = { 'Household/Oven.md' } })
  nvim:wait_ready()
  expect.equal(
    vim.uv.fs_realpath(vault),
    nvim:lua('return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir')
  )
end)

test('a new unnamed buffer is searched from, and joins when it gets a name', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
  nvim:wait_ready()
  nvim:command('enew | set filetype=markdown')
  nvim:keys('iThe quokka sat on the compost heap.<Esc>')
  nvim:wait('the text', 'return vim.bo.modified')
  nvim:keys(':Nearnote search<CR>')
  nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
  nvim:keys('webs in the muesli')
  nvim:wait(
    'the note',
    [[
    local first = require('nearnote.pickers.live').latest.hits[1]
    return first and first.title == 'Pantry moths'
  ]]
  )
  nvim:keys('<Esc>')
  nvim:wait('the list to close', 'return #vim.api.nvim_list_wins() == 1')
  nvim:command('saveas Quokka.md')
  nvim:wait_answer(
    'the new note',
    [[
    local first = ask('search', { query = '=quokka' }).hits[1]
    return first and first.path == 'Quokka.md'
  ]]
  )
  expect.equal(1, nvim:lua('return #vim.lsp.get_clients({ name = "nearnote" })'))
  expect.equal({}, nvim:told())
end)

test('two vaults keep apart, and a search asks the one in use', function()
  local one, two =
    vaults.demo(), vaults.of({ ['Violin.md'] = { '# Violin', '', 'Rosin for the bow.' } })
  local nvim = child.start({ files = { one .. '/Home.md' } })
  nvim:wait_ready()
  nvim:command('edit ' .. two .. '/Violin.md')
  nvim:wait_ready()
  local function paths(query)
    nvim:keys(':Nearnote search<CR>')
    nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
    nvim:keys(query)
    local found = nvim:wait(
      'hits',
      [[
    local live = require('nearnote.pickers.live').latest
    return live.answered == ... and vim.tbl_map(function(hit) return hit.path end, live.hits)
  ]],
      query
    )
    nvim:keys('<Esc>')
    nvim:wait('the list to close', 'return #vim.api.nvim_list_wins() == 1')
    return found
  end
  expect.equal('Violin.md', paths('something for string players')[1])
  nvim:command('edit ' .. one .. '/Home.md')
  expect.holds(
    not vim.tbl_contains(paths('something for string players'), 'Violin.md'),
    'the other vault stays out'
  )
  expect.equal('Household/Pantry moths.md', paths('webs in the muesli')[1])
end)

return suite

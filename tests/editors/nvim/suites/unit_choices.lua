-- What the plugin decides: vault, server, picker, options. Pure, without a server.
local child = require('child')
local expect = require('expect')
local test, suite = require('suite')()
vim.opt.runtimepath:prepend(child.plugin)

test('the vault of a note is found by marker, working directory or folder', function()
  local vault = child.tmp .. '/roots'
  vim.fn.mkdir(vault .. '/marked/deep', 'p')
  vim.fn.mkdir(vault .. '/plain/deep', 'p')
  vim.fn.writefile({}, vault .. '/marked/.nearnote.toml')
  vault = vim.fs.normalize(vault)
  local markers = { '.nearnote.toml', '.obsidian' }
  local home = vim.fs.normalize('~')
  expect.table({
    { vault .. '/marked/deep/a.md', markers, '/', vault .. '/marked' },
    { vault .. '/plain/deep/a.md', markers, vault .. '/plain', vault .. '/plain' },
    { vault .. '/plain/deep/a.md', markers, '/usr', vault .. '/plain/deep' },
    { '', markers, vault .. '/plain', vault .. '/plain' },
    { '', markers, home, vim.NIL },
    { '', markers, '/', vim.NIL },
    { home .. '/a.md', markers, home, vim.NIL },
    { home .. '/notes/a.md', markers, home, home .. '/notes' },
  }, function(note, marks, cwd)
    return require('nearnote.root').of(note, marks, cwd)
  end)
end)

test('a server may die five times in three minutes', function()
  local restart = require('nearnote.restart')
  local deaths = {}
  for second = 1, 5 do
    expect.holds(restart.allowed(deaths, second), 'restart ' .. second)
  end
  expect.equal(false, restart.allowed(deaths, 100))
  expect.equal(true, restart.allowed(deaths, 182))
  expect.table({
    { 0, 0, false },
    { 1, 0, true },
    { 0, 9, true },
    { 0, 15, false },
    { 143, 0, false },
    { 137, 0, true },
  }, restart.died)
end)

test('an older server is told with the way on', function()
  local version = require('nearnote.version')
  version.oldest_server = '0.3.0'
  expect.matches('0%.2%.9.*uv tool upgrade', version.complaint('0.2.9'))
  expect.table({
    { '0.3.0', vim.NIL },
    { '1.0', vim.NIL },
    { '0.10.1', vim.NIL },
    { 'unknown', vim.NIL },
  }, version.complaint)
  expect.equal(nil, version.complaint(nil))
  version.oldest_server = '0.1.0'
end)

test('bad options keep their defaults and are told once', function()
  local told = {}
  local notify = vim.notify
  vim.notify = function(message)
    table.insert(told, message)
  end
  vim.g.nearnote = { pikcer = 'live', limit = 'many', related = { width = 30, colour = 1 } }
  local config = require('nearnote.config')
  local options = config.get()
  config.get()
  vim.notify = notify
  vim.g.nearnote = nil
  expect.equal({ 50, 30, 150 }, { options.limit, options.related.width, options.related.pause })
  table.sort(told)
  expect.equal(3, #told)
  expect.matches('limit wants a number, not a string', told[1])
  expect.matches('pikcer is not an option; known are', told[2])
  expect.matches('related%.colour is not an option', told[3])
end)

test('subcommands are completed', function()
  local complete = require('nearnote.command').complete
  expect.table({
    { 're', 'Nearnote re', { 'reindex', 'related', 'restart' } },
    {
      '',
      'Nearnote ',
      { 'chunks', 'reindex', 'related', 'restart', 'search', 'stats', 'status' },
    },
    { 'x', 'Nearnote x', {} },
    { '', 'Nearnote search ', {} },
  }, complete)
end)

test('the program is found, or the sentence says what to do', function()
  local server = require('nearnote.server')
  local shell = vim.fn.exepath('sh')
  local cmd = server.command({ 'sh', '-c' })
  expect.equal({ shell, '-c' }, cmd)
  expect.matches(
    'uv tool install %.',
    select(2, server.command({ 'nearnote-that-is-not-there' }))
  )
  expect.matches(
    '/no/such/nearnote cannot be started',
    select(2, server.command({ '/no/such/nearnote' }))
  )
  expect.matches('wants a list of words', select(2, server.command('nearnote')))
end)

test('a picker is chosen by what is installed', function()
  local pickers = require('nearnote.pickers')
  expect.equal({ 'live' }, { pickers.choose('auto') })
  expect.equal({ 'select' }, { pickers.choose('select') })
  local file, problem = pickers.choose('telescope')
  expect.equal('live', file)
  expect.matches('telescope is not installed', problem)
  expect.matches(
    'no picker fuzzy; known are auto, live, select, fzf%-lua',
    select(2, pickers.choose('fuzzy'))
  )
  package.loaded['mini.pick'] = {} -- Installed with all of mini.nvim, but not set up.
  package.loaded['snacks'] = { config = { picker = { enabled = false } } }
  expect.equal({ 'live' }, { pickers.choose('auto') })
  expect.equal({ 'mini_pick' }, { pickers.choose('mini.pick') })
  _G.MiniPick = {}
  expect.equal({ 'mini_pick' }, { pickers.choose('auto') })
  package.loaded['snacks'].config.picker.enabled = true
  expect.equal({ 'snacks' }, { pickers.choose('auto') })
  _G.MiniPick, package.loaded['mini.pick'], package.loaded['snacks'] = nil, nil, nil
end)

return suite

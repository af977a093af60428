-- Searching in a real Neovim with the real server and its real model.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

local live_code = [[
  local live = require('nearnote.pickers.live').latest
]]

--- Wait until the live list shows a first hit of this note.
local function wait_first(nvim, title)
  return nvim:wait('the first hit to be ' .. title, live_code .. [[
    local first = live and live.hits[1]
    return first and first.title == ... and first
  ]], title)
end

test('typing half an idea lists the note that shares no word with it', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
  nvim:wait_ready()
  nvim:keys(':Nearnote search<CR>')
  nvim:wait(
    'the latest notes before anything is typed',
    live_code .. 'return live and #live.hits > 0'
  )
  nvim:keys('insect infestation among stored grains')
  local first = wait_first(nvim, 'Pantry moths')
  local screen = table.concat(nvim:screen(), '\n')
  expect.matches('Search notes by meaning', screen)
  expect.matches('Pantry moths', screen)
  expect.matches('hits by words and meaning', screen)
  nvim:keys('<CR>')
  nvim:wait('the note', 'return vim.api.nvim_buf_get_name(0):find("Pantry moths.md", 1, true)')
  nvim:wait('the line', 'return vim.api.nvim_win_get_cursor(0)[1] == ...', first.line + 1)
  expect.equal('n', nvim:lua('return vim.api.nvim_get_mode().mode'))
  expect.equal(1, nvim:lua('return #vim.api.nvim_list_wins()'))
  expect.equal({}, nvim:told())
end)

test('keys of the list: move, mode, split, link, quickfix, escape', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
  nvim:wait_ready()
  local function search(words)
    nvim:keys(':Nearnote search<CR>')
    nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
    nvim:keys(words)
    nvim:wait(
      'hits for ' .. words,
      live_code .. 'return live.query == ... and live.answered == ... and #live.hits > 2',
      words
    )
  end
  search('sourdough')
  nvim:keys('<C-n><C-n><C-p>')
  nvim:wait('the second hit', live_code .. 'return live.selected == 2')
  local second = nvim:lua(live_code .. 'return vim.uri_to_fname(live.hits[2].uri)')
  nvim:keys('<C-v>')
  nvim:wait(
    'the second hit beside',
    [[
    return #vim.api.nvim_list_wins() == 2 and vim.api.nvim_buf_get_name(0) == ...
  ]],
    second
  )
  nvim:command('only | edit! Home.md')

  search('sourdough')
  nvim:keys('<Tab>')
  nvim:wait('words only', live_code .. 'return live.mode_shown == "text"')
  nvim:keys('<Tab>')
  nvim:wait('meaning only', live_code .. 'return live.mode_shown == "vector"')
  nvim:keys('<Esc>')
  nvim:wait(
    'the list to close',
    'return #vim.api.nvim_list_wins() == 1 and vim.api.nvim_get_mode().mode == "n"'
  )

  nvim:command('normal! gg')
  search('sourdough')
  local path = nvim:lua(live_code .. 'return live.hits[1].path')
  nvim:keys('<C-l>')
  nvim:wait(
    'the link',
    'return vim.fn.getline(1):find(..., 1, true)',
    '[[' .. vim.fn.fnamemodify(path, ':t:r') .. ']]'
  )

  search('sourdough')
  nvim:keys('<C-q>')
  nvim:wait('the quickfix list', 'return #vim.fn.getqflist() > 2 and vim.bo.buftype == "quickfix"')
  expect.equal({}, nvim:told())
end)

test('words on the command line ask once through vim.ui.select', function()
  local vault = vaults.demo()
  local nvim = child.start({
    cwd = vault,
    files = { 'Home.md' },
    init = [[
    vim.ui.select = function(items, options, choose)
      _G.first = options.format_item(items[1])
      choose(items[1])
    end
  ]],
  })
  nvim:wait_ready()
  nvim:keys(':Nearnote search electricity consumption of my stove<CR>')
  nvim:wait('the note', 'return vim.api.nvim_buf_get_name(0):find("Household/Oven.md", 1, true)')
  expect.matches('^Oven', nvim:lua('return _G.first'))
  expect.holds(nvim:lua('return vim.api.nvim_win_get_cursor(0)[1] > 1'), 'it opened at the line')
end)

test('an unsaved sentence is found from another note', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'daily/2026-11-08.md' } })
  nvim:wait_ready()
  nvim:keys('Go<CR>## Music<CR><CR>The neighbour lent us her trombone, ')
  nvim:keys('and the children marched around the table.<Esc>')
  nvim:wait('the text', 'return vim.bo.modified')
  nvim:command('set hidden | edit Household/Knives\\ and\\ boards.md')
  nvim:wait_answer(
    'the search by meaning to see it',
    [[
    local first = ask('search', { query = 'kids parading with a brass instrument' }).hits[1]
    return first and first.path == 'daily/2026-11-08.md'
  ]]
  )
  expect.holds(
    not table.concat(vim.fn.readfile(vault .. '/daily/2026-11-08.md')):find('trombone'),
    'it is not on disk'
  )
  nvim:keys(':Nearnote search<CR>')
  nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
  -- The key to open comes with the last letter, before the hits of the whole query are there.
  nvim:keys('kids parading with a brass instrument<CR>')
  nvim:wait('the unsaved line', 'return vim.api.nvim_get_current_line():find("trombone")')
end)

test('a search works before any note is open', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault })
  nvim:keys(':Nearnote search<CR>')
  nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
  nvim:keys('moths')
  wait_first(nvim, 'Pantry moths')
  nvim:keys('<CR>')
  nvim:wait(
    'the note with the same server',
    [[
    return vim.bo.filetype == 'markdown'
      and #vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' }) == 1
      and #vim.lsp.get_clients({ name = 'nearnote' }) == 1
  ]]
  )
end)

test('a vault without notes says so', function()
  local vault = vaults.of({})
  local nvim = child.start({ cwd = vault })
  nvim:keys(':Nearnote search<CR>')
  nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
  nvim:keys('moths')
  nvim:wait(
    'the sentence',
    [[
    local list = require('nearnote.pickers.live').latest.windows.list.buffer
    return vim.api.nvim_buf_get_lines(list, 0, 1, false)[1]:find('There are no notes %(%*%.md')
  ]]
  )
end)

return suite

-- Links and names through Neovim's own client: definition, references, rename, completion, outline.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

--- A Neovim in the demo vault with the cursor on a text of a note.
local function at(note, text)
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { note } })
  nvim:wait_ready()
  expect.holds(nvim:lua('return vim.fn.search(..., "c") > 0', text), note .. ' has ' .. text)
  return nvim, vault
end

test('CTRL-] follows a link, CTRL-T comes back', function()
  local nvim = at('Household/Pantry moths.md', 'Flour T65')
  nvim:keys('<C-]>')
  nvim:wait('the note', 'return vim.api.nvim_buf_get_name(0):find("Flour T65 vs. 00.md", 1, true)')
  nvim:keys('<C-t>')
  nvim:wait('the way back', 'return vim.api.nvim_buf_get_name(0):find("Pantry moths.md", 1, true)')
end)

test('grr lists every use of a note', function()
  local nvim = at('Household/Pantry moths.md', '^# Pantry moths')
  nvim:keys('grr')
  local found = nvim:wait(
    'the list',
    [[
      local list = vim.fn.getqflist()
      return #list > 1 and vim.tbl_map(function(item)
        return vim.fs.basename(vim.api.nvim_buf_get_name(item.bufnr))
      end, list)
    ]]
  )
  expect.holds(vim.tbl_contains(found, 'Home.md'), 'Home.md links to it')
  expect.holds(vim.tbl_contains(found, 'Flour T65 vs. 00.md'), 'a note about flour links to it')
end)

test('a rename moves the note and mends every link, unsaved ones too', function()
  local nvim, vault = at('Household/Pantry moths.md', 'Pantry moths')
  nvim:command('set hidden | edit Home.md')
  nvim:keys('GoSee [[Pantry moths]].<Esc>')
  nvim:wait('the text', 'return vim.bo.modified')
  nvim:lua('vim.fn.search(...)', [[\[\[\zsPantry moths]])
  nvim:lua('vim.lsp.buf.rename("Meal moths")')
  nvim:wait(
    'the file to move',
    'return vim.uv.fs_stat(...) ~= nil',
    vault .. '/Household/Meal moths.md'
  )
  nvim:wait(
    'the links',
    [=[
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      return text:find('[[Meal moths]]', 1, true) and not text:find('[[Pantry moths', 1, true)
    ]=]
  )
  expect.holds(not vim.uv.fs_stat(vault .. '/Household/Pantry moths.md'), 'the old file is gone')
  nvim:command('wall')
  local flour = table.concat(vim.fn.readfile(vault .. '/Bread/Flour T65 vs. 00.md'), '\n')
  expect.holds(flour:find('[[Meal moths', 1, true), 'a closed note was mended')
  nvim:wait_answer(
    'the search to know the new name',
    [[
    local hits = ask('search', { query = '=muesli' }).hits
    return hits[1] and hits[1].path == 'Household/Meal moths.md'
  ]]
  )
end)

test('completion of a link knows what the paragraph is about', function()
  local nvim = at('daily/2026-11-08.md', '^# ')
  nvim:keys('Go<CR>Little larvae crawled out of the flour and the oats again, see [[')
  nvim:wait('the text', 'return vim.api.nvim_get_current_line():sub(-2) == "[["')
  nvim:keys('<C-x><C-o>')
  local words = nvim:wait(
    'the menu',
    [[
      local items = vim.fn.complete_info({ 'items' }).items
      return #items > 0 and vim.tbl_map(function(item) return item.abbr end, items)
    ]]
  )
  local place
  for number, word in ipairs(words) do
    place = place or word:find('Pantry moths', 1, true) and number
  end
  expect.holds(place and place <= 6, 'Pantry moths is among the first of ' .. vim.inspect(words))
  nvim:keys('<C-e> [[pan<C-x><C-o>')
  nvim:wait(
    'the menu of letters',
    [[
    local items = vim.fn.complete_info({ 'items' }).items
    return items[1] and items[1].abbr == 'Pantry moths'
  ]]
  )
  nvim:keys('<C-y>')
  nvim:wait(
    'the whole link',
    'return vim.api.nvim_get_current_line():sub(-16) == "[[Pantry moths]]"'
  )
  nvim:keys(' and [[pan<C-x><C-o>')
  nvim:wait('the menu again', 'return vim.fn.pumvisible() == 1')
  local second = nvim:lua('return vim.fn.complete_info({ "items" }).items[2].abbr')
  nvim:keys('<C-n><C-y>')
  nvim:wait(
    'a note that is near by meaning, without the typed letters',
    'return vim.api.nvim_get_current_line():find("and [[" .. ... .. "]]", 1, true)',
    second
  )
end)

test('a link to a near note is suggested and put in', function()
  local nvim = at('daily/2026-11-08.md', '^# ')
  nvim:keys('Go<CR>## Kitchen<CR><CR>Little larvae crawled out of the flour and the oats.<Esc>')
  nvim:wait_answer(
    'the new paragraph to be near',
    [[
    local near = ask('related', { uri = vim.uri_from_bufnr(0), line = vim.fn.line('$') - 1 })
    return near.pending == 0 and vim.iter(near.hits):any(function(hit)
      return hit.title == 'Pantry moths'
    end)
  ]]
  )
  nvim:lua([[
    vim.lsp.buf.code_action({
      context = { only = { 'refactor.rewrite.nearnote.link' }, diagnostics = {} },
      apply = true,
      filter = function(action) return action.title:find('Pantry moths') ~= nil end,
    })
  ]])
  nvim:wait(
    'the link',
    [=[
    return table.concat(vim.api.nvim_buf_get_lines(0, -3, -1, false), '\n'):find('[[Pantry moths', 1, true)
  ]=]
  )
end)

test('a section becomes a note of its own', function()
  local nvim, vault = at('Household/Pantry moths.md', '^Sticky traps')
  nvim:lua([[
    vim.lsp.buf.code_action({
      context = { only = { 'refactor.extract' }, diagnostics = {} },
      apply = true,
    })
  ]])
  nvim:wait(
    'the link in its place',
    [=[
    return vim.fn.search([[\V[[What worked]], 'nw') > 0 and vim.fn.search('^Sticky traps', 'nw') == 0
  ]=]
  )
  nvim:command('wall')
  local made = table.concat(vim.fn.readfile(vault .. '/Household/What worked.md'), '\n')
  expect.matches('Sticky traps', made)
end)

test('gO shows the headings of the note', function()
  local nvim = at('Household/Pantry moths.md', '^# ')
  nvim:keys('gO')
  local titles = nvim:wait(
    'the outline',
    [[
      local list = vim.fn.getloclist(0)
      return #list > 0 and vim.tbl_map(function(item) return item.text end, list)
    ]]
  )
  expect.matches('What worked', table.concat(titles, '\n'))
end)

return suite

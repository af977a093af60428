-- Hover, findings and related notes, in a real Neovim with the real server.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

local related_text = [[
  local function related_text()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local buffer = vim.api.nvim_win_get_buf(window)
      if vim.bo[buffer].filetype == 'nearnote-related' then
        return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'), window
      end
    end
  end
]]

local float_text = [[
  local function float_text()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        local buffer = vim.api.nvim_win_get_buf(window)
        return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
      end
    end
  end
]]

test('K shows the related notes of the line', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Bread/Cold proof.md' } })
  nvim:wait_ready()
  nvim:lua('vim.fn.search("^## ")')
  nvim:keys('jjK')
  local text = nvim:wait('the hover', float_text .. 'return float_text()')
  expect.matches('Related notes', text)
  expect.holds(not text:find('Cold proof.md', 1, true), 'the note itself is left out')
end)

test('the side window follows an unsaved edit', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'daily/2026-11-08.md' } })
  nvim:wait_ready()
  nvim:command('Nearnote related')
  nvim:wait('the window', related_text .. 'return related_text()')
  nvim:keys(
    'Go<CR>## Kitchen<CR><CR>Little larvae crawled out of the flour and the oats again.<Esc>'
  )
  nvim:wait(
    'its neighbour',
    related_text .. 'return (related_text() or ""):find("Pantry moths", 1, true)'
  )
  expect.holds(nvim:lua('return vim.bo.modified'), 'the note is not saved')
  nvim:keys('gg/Nermin<CR>')
  nvim:wait('another place, other notes', related_text .. [[
    local text = related_text()
    return text ~= '' and not text:find('Pantry moths', 1, true)
  ]])
  nvim:keys('G')
  nvim:wait(
    'the neighbour again',
    related_text .. 'return related_text():find("Pantry moths", 1, true)'
  )
  nvim:lua(related_text .. [[
    local text, window = related_text()
    vim.api.nvim_set_current_win(window)
    vim.fn.search('^Pantry moths')
  ]])
  nvim:keys('i')
  nvim:wait(
    'the link in the note',
    [=[
    return vim.iter(vim.api.nvim_list_bufs()):any(function(buffer)
      local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
      return vim.api.nvim_buf_get_name(buffer):find('2026%-11%-08')
        and lines[#lines]:find('[[Pantry moths]]', 1, true)
    end)
  ]=]
  )
  nvim:keys('<CR>')
  nvim:wait('the note', 'return vim.api.nvim_buf_get_name(0):find("Pantry moths.md", 1, true)')
  nvim:command('Nearnote related')
  expect.equal(1, nvim:lua('return #vim.api.nvim_list_wins()'))
  expect.equal({}, nvim:told())
end)

test('a finding is fixed through a code action', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Kitchen garden/Slugs.md' } })
  nvim:wait_ready()
  local found = nvim:wait(
    'the finding',
    [[
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if diagnostic.code == 'bare-heading' then return diagnostic end
    end
  ]]
  )
  expect.equal(26, found.lnum)
  local heading = nvim:lua('return vim.fn.getline(27)')
  expect.matches('^#', heading)
  nvim:lua([[
    vim.api.nvim_win_set_cursor(0, { 27, 0 })
    _G.titles = {}
    vim.lsp.buf.code_action({
      apply = true,
      filter = function(action)
        table.insert(_G.titles, action.title)
        return action.title:lower():find('remove') ~= nil
      end,
    })
  ]])
  nvim:wait(
    'the heading to go',
    'return not vim.tbl_contains(vim.api.nvim_buf_get_lines(0, 0, -1, false), ...)',
    heading
  )
  nvim:wait(
    'the finding to go',
    [[
    return vim.iter(vim.diagnostic.get(0)):all(function(diagnostic)
      return diagnostic.code ~= 'bare-heading'
    end)
  ]]
  )
  nvim:command('undo')
  expect.equal(heading, nvim:lua('return vim.fn.getline(27)'))
  nvim:wait('the finding again', 'return #vim.diagnostic.get(0) > 0')
end)

test('links are not called unresolved because notes were still being read', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Bread/Cold proof.md' } })
  nvim:wait_ready()
  nvim:wait('no finding in a sound note', 'return #vim.diagnostic.get(0) == 0')
  nvim:command('edit daily/2026-11-22.md')
  local found = nvim:wait(
    'the one link that leads nowhere',
    [[
    local found = vim.diagnostic.get(0)
    return #found == 1 and found[1]
  ]]
  )
  expect.equal({ 'unresolved-link', 12 }, { found.code, found.lnum })
end)

test('a killed server is started again and knows the unsaved text', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'daily/2026-11-08.md' } })
  nvim:wait_ready()
  nvim:keys('GoA xylophone stood in the hall.<Esc>')
  nvim:wait('the text', 'return vim.bo.modified')
  local id = nvim:lua([[
    for _, pid in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
      vim.uv.kill(pid, 'sigkill')
    end
    return vim.lsp.get_clients({ name = 'nearnote' })[1].id
  ]])
  nvim:wait(
    'another client',
    [[
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
    return client and client.id ~= ... and client.initialized
  ]],
    id
  )
  nvim:wait_ready()
  nvim:wait_answer(
    'the unsaved word',
    [[
    local first = ask('search', { query = '=xylophone' }).hits[1]
    return first and first.path == 'daily/2026-11-08.md'
  ]]
  )
  -- Neovim itself says that the client has quit; nearnote has nothing to add.
  expect.equal(1, #nvim:told())
  expect.matches('^Client nearnote quit', nvim:told()[1])
end)

return suite

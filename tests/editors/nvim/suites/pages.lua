-- The pages that are read: status, stats, chunks and :checkhealth.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')
local test, suite = require('suite')()

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

test('pages show status, stats and what the index sees', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Household/Pantry moths.md' } })
  nvim:wait_ready()
  for command, pattern in pairs({
    ['Nearnote status'] = 'phase +ready',
    ['Nearnote stats'] = 'notes +%d+',
    ['Nearnote chunks'] = 'searchable by words and meaning',
    ['Nearnote! chunks'] = 'Pantry moths > What worked',
  }) do
    if command == 'Nearnote chunks' then
      nvim:lua('vim.fn.search("Everything open went out")')
    end
    nvim:command(command)
    local text = nvim:wait('the page of ' .. command, float_text .. 'return float_text()')
    expect.matches(pattern, text)
    nvim:keys('q')
    nvim:wait('the page to close', 'return #vim.api.nvim_list_wins() == 1')
  end
  nvim:command('Nearnote reindex')
  nvim:wait_told('read again')
  nvim:wait_ready()
end)

test('checkhealth asks the doctor', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
  nvim:wait_ready()
  nvim:command('checkhealth nearnote')
  local text = nvim:wait(
    'the report',
    [[
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return text:find('nearnote doctor', 1, true) and text
  ]]
  )
  expect.matches('server: /', text)
  expect.matches('running %(version', text)
  expect.holds(not text:find('ERROR'), 'no errors in:\n' .. text)
  expect.matches('OK vault: .*, 49 notes', text)
end)

test('checkhealth shows what the doctor found wrong, and what mends it', function()
  local vault = vaults.demo()
  local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
  nvim:wait_ready()
  -- A file where the cache's folder should be: a check that really fails.
  nvim:command('let $NEARNOTE_CACHE_DIR = "' .. vault .. '/Home.md"')
  nvim:command('checkhealth nearnote')
  local text = nvim:wait(
    'the report',
    [[
    local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
    return text:find('nearnote doctor', 1, true) and text
  ]]
  )
  expect.matches('ERROR cache: .*Home.md', text)
  expect.matches('ADVICE', text)
  expect.matches('Make .* writable', text)
end)

return suite

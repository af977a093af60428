-- Hover, findings, related notes and pages, in a real Neovim with the real server.
local child = require('child')
local expect = require('expect')
local vaults = require('vaults')

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
        return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      end
    end
  end
]]

return {
  { 'lsp/nearnote.lua alone attaches and answers workspace symbols', function()
    local vault = vaults.demo()
    local nvim = child.start({
      plugin = false, cwd = vault, files = { 'Home.md' }, init = 'vim.lsp.enable("nearnote")',
    })
    nvim:wait_ready()
    expect.equal(vim.uv.fs_realpath(vault), nvim:lua('return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir'))
    expect.equal(0, nvim:lua('return vim.fn.exists(":Nearnote")'))
    nvim:lua('vim.lsp.buf.workspace_symbol("insect infestation among stored grains")')
    local first = nvim:wait('the quickfix list', 'return vim.fn.getqflist()[1]')
    expect.matches('Pantry moths', first.text)
  end },

  { 'K shows the related notes of the line', function()
    local vault = vaults.demo()
    local nvim = child.start({ cwd = vault, files = { 'Bread/Cold proof.md' } })
    nvim:wait_ready()
    nvim:lua('vim.fn.search("^## ")')
    nvim:keys('jjK')
    local text = nvim:wait('the hover', float_text .. 'return float_text()')
    expect.matches('Related notes', text)
    expect.holds(not text:find('Cold proof.md', 1, true), 'the note itself is left out')
  end },

  { 'the side window follows an unsaved edit', function()
    local vault = vaults.demo()
    local nvim = child.start({ cwd = vault, files = { 'daily/2026-11-08.md' } })
    nvim:wait_ready()
    nvim:command('Nearnote related')
    nvim:wait('the window', related_text .. 'return related_text()')
    nvim:keys('Go<CR>## Kitchen<CR><CR>Little larvae crawled out of the flour and the oats again.<Esc>')
    nvim:wait('its neighbour', related_text .. 'return (related_text() or ""):find("Pantry moths", 1, true)')
    expect.holds(nvim:lua('return vim.bo.modified'), 'the note is not saved')
    nvim:keys('gg/Nermin<CR>')
    nvim:wait('another place, other notes', related_text .. [[
      local text = related_text()
      return text ~= '' and not text:find('Pantry moths', 1, true)
    ]])
    nvim:keys('G')
    nvim:wait('the neighbour again', related_text .. 'return related_text():find("Pantry moths", 1, true)')
    nvim:lua(related_text .. [[
      local text, window = related_text()
      vim.api.nvim_set_current_win(window)
      vim.fn.search('Pantry moths')
    ]])
    nvim:keys('i')
    nvim:wait('the link in the note', [=[
      return vim.iter(vim.api.nvim_list_bufs()):any(function(buffer)
        local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
        return vim.api.nvim_buf_get_name(buffer):find('2026%-11%-08') and lines[#lines]:find('[[Pantry moths]]', 1, true) ~= nil
      end)
    ]=])
    nvim:keys('<CR>')
    nvim:wait('the note', 'return vim.api.nvim_buf_get_name(0):find("Pantry moths.md", 1, true)')
    nvim:command('Nearnote related')
    expect.equal(1, nvim:lua('return #vim.api.nvim_list_wins()'))
    expect.equal({}, nvim:told())
  end },

  { 'a finding is fixed through a code action', function()
    local vault = vaults.demo()
    local nvim = child.start({ cwd = vault, files = { 'Bread/Scoring.md' } })
    nvim:wait_ready()
    local found = nvim:wait('the finding', [[
      for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
        if diagnostic.code == 'bare-heading' then return diagnostic end
      end
    ]])
    expect.equal(21, found.lnum)
    local heading = nvim:lua('return vim.fn.getline(22)')
    expect.matches('^#', heading)
    nvim:lua([[
      vim.api.nvim_win_set_cursor(0, { 22, 0 })
      _G.titles = {}
      vim.lsp.buf.code_action({
        apply = true,
        filter = function(action)
          table.insert(_G.titles, action.title)
          return action.title:lower():find('remove') ~= nil
        end,
      })
    ]])
    nvim:wait('the heading to go', 'return not vim.tbl_contains(vim.api.nvim_buf_get_lines(0, 0, -1, false), ...)', heading)
    nvim:wait('the finding to go', [[
      return vim.iter(vim.diagnostic.get(0)):all(function(diagnostic) return diagnostic.code ~= 'bare-heading' end)
    ]])
    nvim:command('undo')
    expect.equal(heading, nvim:lua('return vim.fn.getline(22)'))
    nvim:wait('the finding again', 'return #vim.diagnostic.get(0) > 0')
  end },

  { 'settings reach the server, and change while it runs', function()
    local vault = vaults.demo()
    local nvim = child.start({
      cwd = vault,
      files = { 'Bread/Scoring.md' },
      init = 'vim.lsp.config("nearnote", { settings = { nearnote = { findings = { bareHeading = "error" } } } })',
    })
    nvim:wait_ready()
    nvim:wait('the finding as an error', [[
      local found = vim.diagnostic.get(0)[1]
      return found and found.severity == vim.diagnostic.severity.ERROR
    ]])
    nvim:lua([[
      local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
      client.settings = { nearnote = { findings = { bareHeading = 'off' } } }
      client:notify('workspace/didChangeConfiguration', { settings = client.settings })
    ]])
    nvim:keys('GoOne more line.<Esc>') -- Neovim pulls findings when the text changes.
    nvim:wait('the finding to go', 'return #vim.diagnostic.get(0) == 0')
    expect.equal({}, nvim:told())
  end },

  { 'a killed server is started again and knows the unsaved text', function()
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
    nvim:wait('another client', [[
      local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
      return client and client.id ~= ... and client.initialized
    ]], id)
    nvim:wait_ready()
    nvim:wait_answer('the unsaved word', [[
      local first = ask('search', { query = '=xylophone' }).hits[1]
      return first and first.path == 'daily/2026-11-08.md'
    ]])
    -- Neovim itself says that the client has quit; nearnote has nothing to add.
    expect.equal(1, #nvim:told())
    expect.matches('^Client nearnote quit', nvim:told()[1])
  end },

  { 'a vault opened by a file outside of the working directory', function()
    local vault = vaults.demo()
    local nvim = child.start({ files = { vault .. '/Household/Oven.md' } })
    nvim:wait_ready()
    expect.equal(vim.uv.fs_realpath(vault), nvim:lua('return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir'))
    nvim:keys(':Nearnote search<CR>')
    nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
    nvim:keys('webs in the muesli')
    nvim:wait('the note', [[
      local first = require('nearnote.pickers.live').latest.hits[1]
      return first and first.title == 'Pantry moths'
    ]])
  end },

  { 'a vault without a marker is the working directory', function()
    local vault = vaults.demo({ unmarked = true })
    local nvim = child.start({ cwd = vault, files = { 'Household/Oven.md' } })
    nvim:wait_ready()
    expect.equal(vim.uv.fs_realpath(vault), nvim:lua('return vim.lsp.get_clients({ bufnr = 0 })[1].root_dir'))
  end },

  { 'a new unnamed buffer is searched from, and joins when it gets a name', function()
    local vault = vaults.demo()
    local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
    nvim:wait_ready()
    nvim:command('enew | set filetype=markdown')
    nvim:keys('iThe quokka sat on the compost heap.<Esc>')
    nvim:wait('the text', 'return vim.bo.modified')
    nvim:keys(':Nearnote search<CR>')
    nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
    nvim:keys('webs in the muesli')
    nvim:wait('the note', [[
      local first = require('nearnote.pickers.live').latest.hits[1]
      return first and first.title == 'Pantry moths'
    ]])
    nvim:keys('<Esc>')
    nvim:wait('the list to close', 'return #vim.api.nvim_list_wins() == 1')
    nvim:command('saveas Quokka.md')
    nvim:wait_answer('the new note', [[
      local first = ask('search', { query = '=quokka' }).hits[1]
      return first and first.path == 'Quokka.md'
    ]])
    expect.equal(1, nvim:lua('return #vim.lsp.get_clients({ name = "nearnote" })'))
    expect.equal({}, nvim:told())
  end },

  { 'two vaults keep apart, and a search asks the one in use', function()
    local one, two = vaults.demo(), vaults.of({ ['Violin.md'] = { '# Violin', '', 'Rosin for the bow.' } })
    local nvim = child.start({ files = { one .. '/Home.md' } })
    nvim:wait_ready()
    nvim:command('edit ' .. two .. '/Violin.md')
    nvim:wait_ready()
    local function paths(query)
      nvim:keys(':Nearnote search<CR>')
      nvim:wait('the list', 'return vim.bo.filetype == "nearnote-prompt"')
      nvim:keys(query)
      local found = nvim:wait('hits', [[
        local live = require('nearnote.pickers.live').latest
        return live.answered == ... and vim.tbl_map(function(hit) return hit.path end, live.hits)
      ]], query)
      nvim:keys('<Esc>')
      nvim:wait('the list to close', 'return #vim.api.nvim_list_wins() == 1')
      return found
    end
    expect.equal('Violin.md', paths('something for string players')[1])
    nvim:command('edit ' .. one .. '/Home.md')
    expect.holds(not vim.tbl_contains(paths('something for string players'), 'Violin.md'), 'the other vault stays out')
    expect.equal('Household/Pantry moths.md', paths('webs in the muesli')[1])
  end },

  { 'pages show status, stats and what the index sees', function()
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
  end },

  { 'checkhealth asks the doctor', function()
    local vault = vaults.demo()
    local nvim = child.start({ cwd = vault, files = { 'Home.md' } })
    nvim:wait_ready()
    nvim:command('checkhealth nearnote')
    local text = nvim:wait('the report', [[
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      return text:find('nearnote doctor', 1, true) and text
    ]])
    expect.matches('server: /', text)
    expect.matches('running %(version', text)
    expect.holds(not text:find('ERROR'), 'no errors in:\n' .. text)
  end },
}

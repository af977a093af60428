-- The plugin's pure parts, without a server.
local child = require('child')
local expect = require('expect')
vim.opt.runtimepath:prepend(child.plugin)

local function hit(fields)
  return vim.tbl_extend('force', {
    path = 'Household/Oven.md',
    uri = 'file:///v/Household/Oven.md',
    title = 'Oven',
    heading = { 'Preheating' },
    line = 4,
    end_line = 6,
    kind = 'section',
    score = 0.5,
    text = 'The stone wants 50 minutes.',
    snippet = 'The stone wants 50 minutes. The door stays shut.',
    found_by = { 'vector' },
  }, fields or {})
end

return {
  { 'a headline names title and headings once', function()
    local headline = require('nearnote.hits').headline
    expect.table({
      { hit(), 'Oven › Preheating' },
      { hit({ heading = {} }), 'Oven' },
      { hit({ heading = { 'Oven', 'Preheating' } }), 'Oven › Preheating' },
      { hit({ heading = { 'A', 'B' } }), 'Oven › A › B' },
      { hit({ title = 'Two\nlines\t', heading = {} }), 'Two lines' },
    }, headline)
  end },

  { 'the matched line is never the heading again', function()
    expect.table({
      { hit(), 'The stone wants 50 minutes.' },
      { hit({ text = '## Preheating' }), 'The stone wants 50 minutes. The door stays shut.' },
      { hit({ text = '' }), 'The stone wants 50 minutes. The door stays shut.' },
      { hit({ text = '- [fact] hot\r' }), '- [fact] hot' },
    }, require('nearnote.hits').matched)
  end },

  { 'a link is the name of the file', function()
    expect.table({
      { hit(), '[[Oven]]' },
      { hit({ path = 'Bread/Flour T65 vs. 00.md' }), '[[Flour T65 vs. 00]]' },
      { hit({ path = 'Türkçe/Ekşi mayalı ekmek.markdown' }), '[[Ekşi mayalı ekmek]]' },
    }, require('nearnote.hits').link)
  end },

  { 'rows fit the window and keep whole characters', function()
    local rows = require('nearnote.live.rows')
    expect.table({
      { 'bread', 10, 'bread' },
      { 'bread', 4, 'bre…' },
      { 'ekşi mayalı', 6, 'ekşi …' },
      { '김치찌개', 5, '김치…' },
      { '', 3, '' },
    }, require('nearnote.hits').fit)
    for width = 10, 90 do
      for _, line in ipairs(rows.all({ hit({ text = ('김치 '):rep(60), title = ('Ekşi '):rep(20) }) }, width)) do
        local text = ''
        for _, piece in ipairs(line) do
          text = text .. piece[1]
        end
        expect.holds(vim.fn.strdisplaywidth(text) <= width, ('%d cells hold «%s»'):format(width, text))
      end
    end
  end },

  { 'the windows fit any screen', function()
    local layout = require('nearnote.live.windows').layout
    for _, size in ipairs({ { 80, 24 }, { 140, 45 }, { 300, 90 }, { 40, 12 } }) do
      local found = layout(size[1], size[2])
      for name, window in pairs(found) do
        expect.holds(window.col + window.width + 2 <= size[1], name .. ' is not too wide')
        expect.holds(window.row + window.height + 2 <= size[2] + 1, name .. ' is not too high')
      end
    end
    expect.equal(nil, layout(80, 24).preview)
    expect.holds(layout(140, 45).preview, 'a wide screen has a preview')
  end },

  { 'related hits are grouped by note, best first', function()
    local groups = require('nearnote.related.groups')
    local found = {
      hit({ path = 'a.md', title = 'A', heading = { 'One' }, score = 0.9 }),
      hit({ path = 'b.md', title = 'B', linked = true, score = 0.8 }),
      hit({ path = 'a.md', title = 'A', heading = {}, score = 0.7 }),
    }
    local function titles(unlinked_only)
      return vim.tbl_map(function(group)
        return { group.title, #group.hits, group.linked }
      end, groups.of(found, unlinked_only))
    end
    expect.equal({ { 'A', 2, false }, { 'B', 1, true } }, titles(false))
    expect.equal({ { 'A', 2, false } }, titles(true))
    local lines, hit_at = groups.lines(groups.of(found, false))
    expect.equal(8, #lines)
    expect.equal(8, #hit_at)
    expect.equal(found[3], hit_at[5])
  end },

  { 'the vault of a note is found by marker, working directory or folder', function()
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
  end },

  { 'a server may die five times in three minutes', function()
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
  end },

  { 'an older server is told with the way on', function()
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
  end },

  { 'bad options keep their defaults and are told once', function()
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
  end },

  { 'subcommands are completed', function()
    local complete = require('nearnote.command').complete
    expect.table({
      { 're', 'Nearnote re', { 'reindex', 'related', 'restart' } },
      { '', 'Nearnote ', { 'chunks', 'reindex', 'related', 'restart', 'search', 'stats', 'status' } },
      { 'x', 'Nearnote x', {} },
      { '', 'Nearnote search ', {} },
    }, complete)
  end },

  { 'the program is found, or the sentence says what to do', function()
    local server = require('nearnote.server')
    local shell = vim.fn.exepath('sh')
    local cmd = server.command({ 'sh', '-c' })
    expect.equal({ shell, '-c' }, cmd)
    expect.matches('uv tool install nearnote', select(2, server.command({ 'nearnote-that-is-not-there' })))
    expect.matches('/no/such/nearnote is no program', select(2, server.command({ '/no/such/nearnote' })))
    expect.matches('wants a list of words', select(2, server.command('nearnote')))
  end },

  { 'answers become readable lines', function()
    local pages = require('nearnote.pages')
    expect.equal(
      { 'notes     49', 'phase     ready', 'progress', '  embedded  3' },
      pages.table_lines({ notes = 49, phase = 'ready', reason = '', progress = { embedded = 3 } })
    )
    local lines = pages.chunk_lines({
      { line = 0, end_line = 2, kind = 'section', model_text = 'A > B\ntext', pending = true },
      { line = 4, end_line = 4, kind = 'section', model_text = '', content_free = true },
    })
    expect.equal('lines 1–3 · section · waiting for its vector', lines[1])
    expect.equal({ '  A > B', '  text', '' }, vim.list_slice(lines, 2, 4))
    expect.matches('lines 5–5 .* not searchable', lines[5])
  end },

  { 'a picker is chosen by what is installed', function()
    local pickers = require('nearnote.pickers')
    expect.equal({ 'live' }, { pickers.choose('auto') })
    expect.equal({ 'select' }, { pickers.choose('select') })
    local file, problem = pickers.choose('telescope')
    expect.equal('live', file)
    expect.matches('telescope is not installed', problem)
    expect.matches('no picker fuzzy; known are auto, live, select, fzf%-lua', select(2, pickers.choose('fuzzy')))
    package.loaded['mini.pick'] = {} -- Installed with all of mini.nvim, but not set up.
    package.loaded['snacks'] = { config = { picker = { enabled = false } } }
    expect.equal({ 'live' }, { pickers.choose('auto') })
    expect.equal({ 'mini_pick' }, { pickers.choose('mini.pick') })
    _G.MiniPick = {}
    expect.equal({ 'mini_pick' }, { pickers.choose('auto') })
    package.loaded['snacks'].config.picker.enabled = true
    expect.equal({ 'snacks' }, { pickers.choose('auto') })
    _G.MiniPick, package.loaded['mini.pick'], package.loaded['snacks'] = nil, nil, nil
  end },
}

-- What the lists show of an answer: pure, without a server.
local child = require('child')
local expect = require('expect')
local test, suite = require('suite')()
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

test('a headline names title and headings once', function()
  local headline = require('nearnote.hits').headline
  expect.table({
    { hit(), 'Oven › Preheating' },
    { hit({ heading = {} }), 'Oven' },
    { hit({ heading = { 'Oven', 'Preheating' } }), 'Oven › Preheating' },
    { hit({ heading = { 'A', 'B' } }), 'Oven › A › B' },
    { hit({ title = 'Two\nlines\t', heading = {} }), 'Two lines' },
  }, headline)
end)

test('the matched line is never the heading again', function()
  expect.table({
    { hit(), 'The stone wants 50 minutes.' },
    { hit({ text = '## Preheating' }), 'The stone wants 50 minutes. The door stays shut.' },
    { hit({ text = '' }), 'The stone wants 50 minutes. The door stays shut.' },
    { hit({ text = '- [fact] hot\r' }), '- [fact] hot' },
  }, require('nearnote.hits').matched)
end)

test('a link is the name of the file', function()
  expect.table({
    { hit(), '[[Oven]]' },
    { hit({ path = 'Bread/Flour T65 vs. 00.md' }), '[[Flour T65 vs. 00]]' },
    { hit({ path = 'Türkçe/Ekşi mayalı ekmek.markdown' }), '[[Ekşi mayalı ekmek]]' },
  }, require('nearnote.hits').link)
end)

test('rows fit the window and keep whole characters', function()
  local rows = require('nearnote.live.rows')
  expect.table({
    { 'bread', 10, 'bread' },
    { 'bread', 4, 'bre…' },
    { 'ekşi mayalı', 6, 'ekşi …' },
    { '김치찌개', 5, '김치…' },
    { '', 3, '' },
  }, require('nearnote.hits').fit)
  for width = 10, 90 do
    for _, line in
      ipairs(rows.all({ hit({ text = ('김치 '):rep(60), title = ('Ekşi '):rep(20) }) }, width))
    do
      local text = ''
      for _, piece in ipairs(line) do
        text = text .. piece[1]
      end
      expect.holds(
        vim.fn.strdisplaywidth(text) <= width,
        ('%d cells hold «%s»'):format(width, text)
      )
    end
  end
end)

test('the windows fit any screen', function()
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
end)

test('related hits are grouped by note, best first', function()
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
end)

test('answers become readable lines', function()
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
end)

return suite

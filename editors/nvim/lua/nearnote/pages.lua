--- Answers of the server that are read, not chosen from: stats, status and chunks.
local client = require('nearnote.client')
local hits = require('nearnote.hits')
local look = require('nearnote.look')
local say = require('nearnote.say')

local M = {}

--- A flat table as aligned lines, in a stable order.
---@param value table
---@param indent string?
---@return string[]
function M.table_lines(value, indent)
  indent = indent or ''
  local keys = vim.tbl_keys(value)
  table.sort(keys)
  local width = 0
  for _, key in ipairs(keys) do
    width = math.max(width, #tostring(key))
  end
  local lines = {}
  for _, key in ipairs(keys) do
    local entry = value[key]
    if type(entry) == 'table' then
      table.insert(lines, indent .. tostring(key):gsub('_', ' '))
      vim.list_extend(lines, M.table_lines(entry, indent .. '  '))
    elseif entry ~= vim.NIL and entry ~= '' then
      local name = tostring(key):gsub('_', ' ')
      table.insert(
        lines,
        ('%s%s%s  %s'):format(indent, name, (' '):rep(width - #name), hits.flat(tostring(entry)))
      )
    end
  end
  return lines
end

--- What the index sees: every chunk with its lines, its headings and the text that the model reads.
---@param chunks table[]
---@return string[]
function M.chunk_lines(chunks)
  local lines = {}
  for _, chunk in ipairs(chunks) do
    local state = chunk.content_free and 'not searchable: it has no content of its own'
      or chunk.pending and 'waiting for its vector'
      or 'searchable by words and meaning'
    table.insert(
      lines,
      ('lines %d–%d · %s · %s'):format(chunk.line + 1, chunk.end_line + 1, chunk.kind, state)
    )
    for _, line in ipairs(vim.split(chunk.model_text or '', '\n')) do
      table.insert(lines, '  ' .. line)
    end
    table.insert(lines, '')
  end
  return lines
end

---@param title string
---@param lines string[]
local function float(title, lines)
  look.define()
  local buffer = look.scratch('nearnote-page')
  look.write(
    buffer,
    vim.tbl_map(function(line)
      return { { line } }
    end, lines)
  )
  local widest = 30
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line))
  end
  local width = math.min(widest + 2, vim.o.columns - 8)
  local height = math.max(1, math.min(#lines, vim.o.lines - 8))
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'editor',
    row = math.floor((vim.o.lines - height) / 2) - 1,
    col = math.floor((vim.o.columns - width) / 2),
    width = width,
    height = height,
    style = 'minimal',
    border = 'rounded',
    title = ' ' .. title .. ' ',
  })
  look.plain(window)
  vim.wo[window].wrap = true
  for _, key in ipairs({ 'q', '<Esc>' }) do
    vim.keymap.set('n', key, '<Cmd>close<CR>', { buffer = buffer, nowait = true })
  end
end

---@param command string
---@param argument table
---@param show fun(answer: table)
local function ask(command, argument, show)
  client.ask(command, argument, function(answer, problem)
    if problem then
      say.warn(problem)
    elseif answer then
      show(answer)
    end
  end)
end

function M.stats()
  ask('stats', {}, function(answer)
    float('nearnote stats', M.table_lines(answer))
  end)
end

function M.status()
  ask('status', {}, function(answer)
    local current = client.current()
    local lines = M.table_lines(answer)
    table.insert(lines, 1, 'vault  ' .. (current and current.root_dir or 'none: single notes only'))
    float('nearnote status', lines)
  end)
end

--- Chunks of the note, or with `line` (0-based) the one at that line.
---@param line integer?
function M.chunks(line)
  local uri = vim.uri_from_bufnr(0)
  ask('chunks', { uri = uri, line = line }, function(answer)
    local chunks = answer.chunks or {}
    if #chunks == 0 then
      say.info(
        line and 'the index sees nothing at this line.' or 'the index sees nothing in this note.'
      )
      return
    end
    float('What the index sees', M.chunk_lines(chunks))
  end)
end

---@param full boolean
function M.reindex(full)
  ask('reindex', { full = full }, function()
    say.info(full and 'all notes are read again and embedded anew.' or 'all notes are read again.')
  end)
end

return M

--- nearnote's own live list: a prompt, the hits while one types, and a preview. Needs no plugin.
local config = require('nearnote.config')
local keys = require('nearnote.live.keys')
local look = require('nearnote.look')
local preview = require('nearnote.live.preview')
local rows = require('nearnote.live.rows')
local windows = require('nearnote.live.windows')

local M = {}

local mode_words = { hybrid = 'words and meaning', text = 'words', vector = 'meaning' }

---@class nearnote.Live
---@field source nearnote.Source
---@field windows nearnote.Windows
---@field origin integer  the window that the list was called from
---@field hits nearnote.Hit[]
---@field selected integer
---@field mode integer
---@field query string  what the prompt says
---@field answered string?  the query whose hits are shown
---@field mode_shown string?  how the server searched
---@field when_answered fun()?  what a key asked for before its hits were there
---@field cancel fun()
---@field timer uv.uv_timer_t

---@param live nearnote.Live
local function close(live)
  live.cancel()
  live.timer:stop()
  vim.cmd.stopinsert()
  windows.close(live.windows)
  if vim.api.nvim_win_is_valid(live.origin) then
    vim.api.nvim_set_current_win(live.origin)
  end
end

---@param live nearnote.Live
local function show_selection(live)
  local list = live.windows.list
  if not vim.api.nvim_win_is_valid(list.window) then
    return
  end
  local hit = live.hits[live.selected]
  vim.api.nvim_buf_clear_namespace(list.buffer, M.selection, 0, -1)
  if hit then
    local row = (live.selected - 1) * rows.per_hit
    for offset = 0, rows.per_hit - 1 do
      vim.api.nvim_buf_set_extmark(
        list.buffer,
        M.selection,
        row + offset,
        0,
        { line_hl_group = 'NearnoteSelected' }
      )
    end
    -- The last line first, then the first: both lines of the hit come into view.
    vim.api.nvim_win_set_cursor(list.window, { row + rows.per_hit, 0 })
    vim.api.nvim_win_set_cursor(list.window, { row + 1, 0 })
  end
  preview.show(live.windows.preview, hit)
end

--- Where the selected hit is in new hits for the same query; the first hit if it is gone.
---@param live nearnote.Live
---@param query string
---@param found nearnote.Hit[]
---@return integer
local function selection_in(live, query, found)
  local before = query == live.answered and live.selected > 1 and live.hits[live.selected]
  for number, hit in ipairs(before and found or {}) do
    if hit.uri == before.uri and hit.line == before.line then
      return number
    end
  end
  return 1
end

---@param live nearnote.Live
---@param query string
---@param found nearnote.Hit[]
---@param answer { mode: string?, pending: integer? }
local function show_hits(live, query, found, answer)
  local list = live.windows.list
  if not vim.api.nvim_buf_is_valid(list.buffer) then
    return
  end
  live.selected = selection_in(live, query, found)
  live.hits, live.answered, live.mode_shown = found, query, answer.mode
  local lines = rows.all(found, vim.api.nvim_win_get_width(list.window))
  if #found == 0 then
    lines = { { { ' ' .. require('nearnote.pickers').nothing(query), 'NearnoteHint' } } }
  end
  look.write(list.buffer, lines)
  local pending = (answer.pending or 0) > 0
      and ('; %d chunks are not yet known by meaning'):format(answer.pending)
    or ''
  windows.caption(list.window, {
    footer = ('%d hits by %s%s'):format(
      #found,
      mode_words[answer.mode] or 'words and meaning',
      pending
    ),
  })
  show_selection(live)
  if live.when_answered and query == live.query then
    live.when_answered()
  end
end

---@param live nearnote.Live
local function search(live)
  live.cancel()
  local query = live.query
  live.cancel = live.source.search(query, function(found, answer)
    show_hits(live, query, found, answer)
  end, keys.modes[live.mode] ~= '' and keys.modes[live.mode] or nil)
end

--- Take the prompt's text as query, and search for it a moment after the last key.
---@param live nearnote.Live
local function on_typed(live)
  local line = vim.api.nvim_buf_get_lines(live.windows.prompt.buffer, -2, -1, false)[1] or ''
  local query = vim.trim((line:gsub('^› ?', '')))
  if query == live.query then
    return
  end
  live.query, live.when_answered = query, nil
  live.timer:start(
    config.get().pause,
    0,
    vim.schedule_wrap(function()
      if vim.api.nvim_win_is_valid(live.windows.prompt.window) then
        search(live)
      end
    end)
  )
end

M.selection = vim.api.nvim_create_namespace('nearnote.selection')

---@param source nearnote.Source
function M.open(source)
  look.define()
  local origin = vim.api.nvim_get_current_win()
  ---@type nearnote.Live
  local live = {
    source = source,
    windows = windows.open(),
    origin = origin,
    hits = {},
    selected = 1,
    mode = 1,
    query = source.query,
    cancel = function() end,
    timer = assert(vim.uv.new_timer()),
  }
  M.latest = live
  windows.caption(live.windows.prompt.window, { title = 'Search notes by meaning' })
  keys.map(live, {
    close = close,
    show_selection = show_selection,
    search = search,
    take_query = on_typed,
  })
  local prompt = live.windows.prompt.buffer
  vim.api.nvim_create_autocmd({ 'TextChangedI', 'TextChanged' }, {
    buffer = prompt,
    callback = function()
      on_typed(live)
    end,
  })
  local indexed = vim.api.nvim_create_autocmd('User', {
    pattern = 'NearnoteStatus',
    desc = 'The index knows more now',
    callback = function()
      search(live)
    end,
  })
  vim.api.nvim_create_autocmd({ 'BufLeave', 'WinClosed' }, {
    buffer = prompt,
    once = true,
    callback = vim.schedule_wrap(function()
      pcall(vim.api.nvim_del_autocmd, indexed) -- Both events come.
      live.cancel()
      live.timer:stop()
      windows.close(live.windows)
    end),
  })
  vim.cmd.startinsert()
  if source.query ~= '' then
    vim.api.nvim_feedkeys(source.query, 'nt', false)
  end
  search(live)
end

return M

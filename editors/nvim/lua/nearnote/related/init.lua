--- The side window of related notes: it follows the cursor through the notes.
local client = require('nearnote.client')
local config = require('nearnote.config')
local groups = require('nearnote.related.groups')
local look = require('nearnote.look')
local side = require('nearnote.related.side')
local status = require('nearnote.status')

local M = {}

---@class nearnote.Related  the one open side window
---@field buffer integer
---@field window integer
---@field timer uv.uv_timer_t
---@field cancel fun()
---@field place { buffer: integer, line: integer, tick: integer }?  what is shown, or was asked for
---@field hits nearnote.Hit[]
---@field hit_at table<integer, nearnote.Hit>
---@field pinned boolean
---@field unlinked_only boolean
---@field note_window integer  the window that a hit opens in
local shown ---@type nearnote.Related?

local ask_again_ms = 1000

---@return nearnote.Related?
local function open_window()
  if shown and not vim.api.nvim_win_is_valid(shown.window) then
    M.close()
  end
  return shown
end

---@param related nearnote.Related
---@param sentence string
local function say(related, sentence)
  related.hit_at = {}
  look.write(related.buffer, { { { sentence, 'NearnoteHint' } } })
end

---@param related nearnote.Related
local function render(related)
  local list = groups.of(related.hits, related.unlinked_only)
  if #list == 0 then
    local asked = related.place
      and vim.lsp.get_clients({ bufnr = related.place.buffer, name = 'nearnote' })[1]
    local busy = status.words(status.of(asked and asked.id))
    say(related, busy ~= '' and busy or 'No other note is near this line.')
  else
    local lines
    lines, related.hit_at = groups.lines(list)
    look.write(related.buffer, lines)
    vim.api.nvim_win_set_cursor(related.window, { 1, 0 })
  end
  side.caption(related.window, {
    pinned = related.pinned,
    unlinked_only = related.unlinked_only,
    line = related.place and related.place.line,
  })
end

--- Ask for the line under the cursor of a note, unless that is what is shown.
---@param related nearnote.Related
---@param again boolean?
local function follow(related, again)
  local buffer = vim.api.nvim_get_current_buf()
  local asked = vim.lsp.get_clients({ bufnr = buffer, name = 'nearnote' })[1]
  if related.pinned or not asked then
    return
  end
  local place = {
    buffer = buffer,
    line = vim.api.nvim_win_get_cursor(0)[1] - 1,
    tick = vim.api.nvim_buf_get_changedtick(buffer),
  }
  related.note_window = vim.api.nvim_get_current_win()
  if not again and vim.deep_equal(place, related.place) then
    return
  end
  related.place = place
  related.cancel()
  related.cancel = client.ask('related', {
    uri = vim.uri_from_bufnr(buffer),
    line = place.line,
    limit = config.get().related.limit,
  }, function(answer, problem)
    if shown ~= related or not vim.api.nvim_buf_is_valid(related.buffer) then
      return
    elseif problem then
      say(related, problem)
      return
    end
    related.hits = (answer or {}).hits or {}
    render(related)
    if ((answer or {}).pending or 0) > 0 then
      M.follow_soon(ask_again_ms, true) -- New text has no vector yet; its neighbours come soon.
    end
  end, asked)
end

--- Follow the cursor after a short rest.
---@param pause integer?  milliseconds
---@param again boolean?  even when neither text nor cursor has moved
function M.follow_soon(pause, again)
  local related = open_window()
  if not related then
    return
  end
  related.timer:start(
    pause or config.get().related.pause,
    0,
    vim.schedule_wrap(function()
      if open_window() == related then
        follow(related, again)
      end
    end)
  )
end

---@param related nearnote.Related
local function watch(related)
  local group = vim.api.nvim_create_augroup('nearnote.related', {})
  vim.api.nvim_create_autocmd(
    { 'CursorMoved', 'CursorMovedI', 'TextChanged', 'TextChangedI', 'BufEnter', 'LspAttach' },
    {
      group = group,
      callback = function()
        M.follow_soon()
      end,
    }
  )
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = 'NearnoteStatus',
    callback = function()
      M.follow_soon(nil, true)
    end,
  })
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    pattern = tostring(related.window),
    callback = vim.schedule_wrap(M.close),
  })
end

function M.close()
  if not shown then
    return
  end
  local related = shown
  shown = nil
  vim.api.nvim_create_augroup('nearnote.related', {}) -- Clears the watchers.
  related.cancel()
  related.timer:stop()
  if vim.api.nvim_win_is_valid(related.window) then
    -- The last window of a tab page cannot be closed.
    pcall(vim.api.nvim_win_close, related.window, true)
  end
end

function M.open()
  if open_window() or not client.obtain() then
    return
  end
  local options = config.get().related
  local note_window = vim.api.nvim_get_current_win()
  local buffer, window = side.open(options.width)
  shown = {
    buffer = buffer,
    window = window,
    timer = assert(vim.uv.new_timer()),
    cancel = function() end,
    hits = {},
    hit_at = {},
    pinned = false,
    unlinked_only = options.unlinked_only,
    note_window = note_window,
  }
  require('nearnote.related.keys').map(shown, {
    render = render,
    close = M.close,
    follow = function()
      M.follow_soon(0, true)
    end,
  })
  watch(shown)
  render(shown)
  follow(shown, true)
end

function M.toggle()
  if open_window() then
    M.close()
  else
    M.open()
  end
end

return M

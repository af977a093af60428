--- The three floating windows of the live list: prompt, hits and, where there is room, a preview.
local look = require('nearnote.look')

local M = {}

---@class nearnote.Layout
---@field prompt table  arguments for nvim_open_win
---@field list table
---@field preview table?

--- Where the windows go on a screen of this size.
---@param columns integer
---@param lines integer
---@return nearnote.Layout
function M.layout(columns, lines)
  local width = math.max(20, math.min(columns - 4, 150))
  local height = math.max(6, math.floor(lines * 0.75))
  local row = math.max(0, math.floor((lines - height) / 2) - 1)
  local column = math.max(0, math.floor((columns - width) / 2) - 1)
  local with_preview = width >= 100
  local list_width = with_preview and math.floor(width * 0.55) or width
  local common = { relative = 'editor', style = 'minimal', border = 'rounded', zindex = 60 }
  local function place(row_, column_, width_, height_)
    return vim.tbl_extend(
      'error',
      common,
      { row = row_, col = column_, width = width_, height = height_ }
    )
  end
  return {
    prompt = place(row, column, list_width, 1),
    list = place(row + 3, column, list_width, math.max(1, height - 5)),
    preview = with_preview
        and place(row, column + list_width + 2, width - list_width - 2, math.max(1, height - 2))
      or nil,
  }
end

---@class nearnote.Windows
---@field prompt { buffer: integer, window: integer }
---@field list { buffer: integer, window: integer }
---@field preview { buffer: integer, window: integer }?

---@return nearnote.Windows
function M.open()
  local layout = M.layout(vim.o.columns, vim.o.lines - vim.o.cmdheight)
  local function float(part, buffer, enter)
    return { buffer = buffer, window = vim.api.nvim_open_win(buffer, enter, layout[part]) }
  end
  local windows = {
    list = float('list', look.scratch('nearnote'), false),
    preview = layout.preview and float('preview', look.scratch('nearnote-preview'), false) or nil,
  }
  local prompt = look.scratch('nearnote-prompt')
  vim.bo[prompt].buftype = 'prompt' -- Completion plugins and pairs of brackets keep out of these.
  vim.bo[prompt].modifiable = true
  vim.b[prompt].completion = false
  vim.fn.prompt_setprompt(prompt, '› ')
  windows.prompt = float('prompt', prompt, true)
  for _, part in pairs(windows) do
    look.plain(part.window)
    vim.wo[part.window].wrap = part == windows.preview
  end
  return windows
end

---@param windows nearnote.Windows
function M.close(windows)
  for _, part in pairs(windows) do
    if vim.api.nvim_win_is_valid(part.window) then
      vim.api.nvim_win_close(part.window, true)
    end
  end
end

--- Words in the frame of a window.
---@param window integer
---@param words { title: string?, footer: string? }
function M.caption(window, words)
  if not vim.api.nvim_win_is_valid(window) then
    return
  end
  local function piece(text)
    return text and { { ' ' .. text .. ' ', 'FloatTitle' } } or ''
  end
  vim.api.nvim_win_set_config(window, {
    title = piece(words.title),
    footer = piece(words.footer),
  })
end

return M

--- The colours: linked to what every colour scheme has, for the user to link elsewhere.
local M = {}

local links = {
  NearnoteTitle = 'Title',
  NearnotePath = 'Comment',
  NearnoteScore = 'Number',
  NearnoteLinked = 'Special',
  NearnoteSelected = 'CursorLine',
  NearnoteHint = 'NonText',
}

M.namespace = vim.api.nvim_create_namespace('nearnote')

function M.define()
  for name, target in pairs(links) do
    vim.api.nvim_set_hl(0, name, { link = target, default = true })
  end
  vim.api.nvim_set_hl(0, 'NearnoteText', { default = true }) -- As the window is.
end

---@alias nearnote.Piece { [1]: string, [2]: string? }  text and highlight group

--- Replace the text of a scratch buffer by lines made of coloured pieces.
---@param buffer integer
---@param lines nearnote.Piece[][]
function M.write(buffer, lines)
  local texts = vim.tbl_map(function(pieces)
    return table.concat(vim.tbl_map(function(piece)
      return piece[1]
    end, pieces))
  end, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, texts)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, M.namespace, 0, -1)
  for row, pieces in ipairs(lines) do
    local column = 0
    for _, piece in ipairs(pieces) do
      local ending = column + #piece[1]
      if piece[2] then
        vim.api.nvim_buf_set_extmark(
          buffer,
          M.namespace,
          row - 1,
          column,
          { end_col = ending, hl_group = piece[2] }
        )
      end
      column = ending
    end
  end
end

--- Windows that hold lists and previews show nothing but their text.
---@param window integer
function M.plain(window)
  vim.wo[window].fillchars = 'eob: ,lastline: '
  vim.wo[window].number = false
  vim.wo[window].relativenumber = false
  vim.wo[window].signcolumn = 'no'
  vim.wo[window].foldcolumn = '0'
  vim.wo[window].spell = false
  vim.wo[window].list = false
  vim.wo[window].linebreak = true
end

--- A buffer that nothing writes to disk and no client attaches to.
---@param filetype string
---@return integer
function M.scratch(filetype)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = filetype
  vim.bo[buffer].modifiable = false
  return buffer
end

return M

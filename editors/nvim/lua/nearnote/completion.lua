--- CTRL-X CTRL-O inserts what an item means, not only the word that it is listed under: Neovim does
--- that only where its own completion is enabled.
local config = require('nearnote.config')

local M = {}

--- Enable it for one note, after the user's own LspAttach, whose choice wins.
---@param client vim.lsp.Client
---@param buffer integer
function M.enable_soon(client, buffer)
  if not config.get().completion or not client:supports_method('textDocument/completion') then
    return
  end
  vim.schedule(function()
    if vim.lsp.buf_is_attached(buffer, client.id) then
      vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = false })
    end
  end)
end

return M

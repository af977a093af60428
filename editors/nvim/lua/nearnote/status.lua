--- What the server last said of each vault.
local M = {}

---@type table<integer, nearnote.Status>  by client
local known = {}

--- Handler of the notification `nearnote/status`.
---@param _ any
---@param status nearnote.Status
---@param context { client_id: integer }
function M.on_status(_, status, context)
  known[context.client_id] = status
  vim.api.nvim_exec_autocmds('User', {
    pattern = 'NearnoteStatus',
    data = { client_id = context.client_id, status = status },
  })
end

---@param client_id integer?
---@return nearnote.Status?
function M.of(client_id)
  return client_id and known[client_id] or nil
end

--- The words for one state of a vault, as the lists and the status line show them.
---@param status nearnote.Status?
---@return string
function M.words(status)
  if not status then
    return ''
  elseif status.phase == 'scanning' then
    return 'reading notes'
  elseif status.phase == 'embedding' then
    return ('%d of %d chunks not yet known by meaning'):format(status.pending, status.chunks)
  elseif status.phase == 'words-only' then
    return 'words only' .. (status.reason and status.reason ~= '' and ': ' .. status.reason or '')
  end
  return ''
end

---@return string
function M.line()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
  return M.words(M.of(client and client.id))
end

return M

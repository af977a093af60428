--- A server that is older than this plugin is told once, not met with strange errors.
local say = require('nearnote.say')

local M = {}

--- The oldest server that has all that the plugin asks for.
M.oldest_server = '0.1.0'

---@param found string?
---@return string? complaint  nil when the server will do
function M.complaint(found)
  local version = found and vim.version.parse(found, { strict = false })
  if version and vim.version.lt(version, M.oldest_server) then
    return (
      'the server is version %s, this plugin needs %s or newer: run `uv tool upgrade nearnote` '
      .. '(or `pipx upgrade nearnote`), then `:Nearnote restart`.'
    ):format(found, M.oldest_server)
  end
end

---@param client vim.lsp.Client
function M.check(client)
  local complaint = M.complaint((client.server_info or {}).version)
  if complaint then
    say.warn_once(complaint)
  end
end

return M

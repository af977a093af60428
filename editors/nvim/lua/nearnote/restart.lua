--- A server that dies is started again, but not for ever.
local say = require('nearnote.say')

local M = {}

M.most = 5
M.within = 3 * 60 -- seconds

--- Whether one more restart is allowed at `now`; forgets the deaths that are long ago.
---@param deaths number[]  seconds, changed in place
---@param now number
---@return boolean
function M.allowed(deaths, now)
  while deaths[1] and now - deaths[1] >= M.within do
    table.remove(deaths, 1)
  end
  if #deaths >= M.most then
    return false
  end
  table.insert(deaths, now)
  return true
end

--- Whether the server ended by itself. A clean exit or a TERM signal was somebody's wish.
---@param code integer
---@param signal integer
---@return boolean
function M.died(code, signal)
  return signal ~= 15 and code ~= 143 and not (code == 0 and signal == 0)
end

local deaths = {}

--- Forget the deaths so far: the person asked for a new start.
function M.forgive()
  deaths = {}
end

--- For `on_exit` of the client.
---@param code integer
---@param signal integer
function M.on_exit(code, signal)
  if not M.died(code, signal) then
    return
  end
  vim.schedule(function()
    if vim.v.exiting ~= vim.NIL then
      return
    end
    if M.allowed(deaths, vim.uv.now() / 1000) then
      vim.lsp.enable('nearnote')
    else
      say.warn(
        (
          'the server stopped %d times in %d minutes and is left alone now. Its log is %s; '
          .. '`:checkhealth nearnote` looks for the cause, `:Nearnote restart` tries again.'
        ):format(M.most + 1, M.within / 60, vim.lsp.log.get_filename())
      )
    end
  end)
end

return M

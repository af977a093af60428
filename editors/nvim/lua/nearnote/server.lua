--- Finding the server and giving it to Neovim's own LSP client.
local config = require('nearnote.config')
local say = require('nearnote.say')

local M = {}

---@param value any
---@return any[]
local function as_list(value)
  return value == nil and {} or type(value) == 'table' and value or { value }
end

--- The path of the program, or nil. A Neovim that was started from a desktop does not see the
--- shell's PATH, so the folders that installers use are looked at as well.
---@param name string
---@return string?
function M.find(name)
  local places = { name }
  if not name:find('[/\\]') then
    table.insert(places, vim.fs.normalize('~/.local/bin/' .. name))
    table.insert(places, vim.fs.joinpath(vim.fn.stdpath('data'), 'mason', 'bin', name))
  end
  for _, place in ipairs(places) do
    local path = vim.fn.exepath(place)
    if path ~= '' then
      return path
    end
  end
end

---@param name string
---@return string
function M.missing(name)
  if name:find('[/\\]') then
    return ('%s cannot be started: mend `cmd` in vim.lsp.config("nearnote").'):format(name)
  end
  return (
    'the server `%s` was not found: install it with `uv tool install .` or '
    .. '`pipx install .` in a clone of nearnote, or name it: '
    .. 'vim.lsp.config("nearnote", { cmd = { "/path/to/nearnote" } }). '
    .. 'Then run `:Nearnote restart`.'
  ):format(name)
end

--- The command line that starts the server, with its program found.
---@param cmd any  the `cmd` of the client's configuration
---@return any? cmd
---@return string? problem
function M.command(cmd)
  if type(cmd) == 'function' then
    return cmd
  end
  if type(cmd) ~= 'table' or type(cmd[1]) ~= 'string' then
    return nil, '`cmd` in vim.lsp.config("nearnote") wants a list of words.'
  end
  local program = M.find(cmd[1])
  if not program then
    return nil, M.missing(cmd[1])
  end
  return vim.list_extend({ program }, cmd, 2)
end

local configured, enabled = false, false

--- Add our callbacks to what the user configured. False, with a sentence, when nothing can start.
---@return boolean
function M.configure()
  if configured then
    return true
  end
  local given = vim.lsp.config.nearnote
  if not given then
    say.warn_once('lsp/nearnote.lua is not in the runtime path: add the whole plugin to it.')
    return false
  end
  local cmd, problem = M.command(given.cmd)
  if not cmd then
    say.warn_once(problem --[[@as string]])
    return false
  end
  local on_exit = vim.list_extend({ require('nearnote.restart').on_exit }, as_list(given.on_exit))
  vim.lsp.config('nearnote', {
    cmd = cmd,
    on_exit = on_exit,
    handlers = { ['nearnote/status'] = require('nearnote.status').on_status },
    root_dir = given.root_dir or function(bufnr, on_dir)
      local note = vim.api.nvim_buf_get_name(bufnr)
      on_dir(require('nearnote.root').of(note, given.root_markers or {}, vim.fn.getcwd()))
    end,
  })
  configured = true
  return true
end

--- Give the server to Neovim's own client.
---@return boolean
function M.enable()
  if not enabled and M.configure() then
    enabled = true
    vim.lsp.enable('nearnote')
  end
  return enabled
end

--- Start with the first note; Neovim must be up, or it would not look at the notes already open.
function M.enable_soon()
  if not config.get().enable then
    return
  end
  if vim.v.vim_did_enter == 1 then
    vim.schedule(M.enable)
  else
    vim.api.nvim_create_autocmd('VimEnter', { once = true, callback = vim.schedule_wrap(M.enable) })
  end
end

--- Stop all, and start again for every note that is open.
function M.restart()
  require('nearnote.restart').forgive()
  local running = vim.lsp.get_clients({ name = 'nearnote' })
  for _, client in ipairs(running) do
    client:stop()
  end
  vim.wait(3000, function()
    return #vim.lsp.get_clients({ name = 'nearnote' }) == 0
  end, 20)
  enabled = false
  say.forget() -- What was wrong may be told again.
  return M.enable()
end

return M

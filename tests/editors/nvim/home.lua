-- A home of its own for each Neovim that a test starts: its init.lua and its environment.
local M = {}

local here = vim.fs.dirname(vim.uv.fs_realpath(debug.getinfo(1, 'S').source:sub(2)))

M.repo = vim.fs.normalize(here .. '/../../..')
M.plugin = M.repo .. '/editors/nvim'
M.tmp = assert(vim.env.NEARNOTE_E2E_TMP)

local count = 0

-- What a test wants to see of the child: what it told the person, and the server's status.
local eyes = [[
  vim.o.columns, vim.o.lines, vim.o.swapfile, vim.o.more = 140, 45, false, false
  _G.told, _G.statuses = {}, {}
  vim.notify = function(message) table.insert(_G.told, message) end
  vim.lsp.handlers['nearnote/status'] = function(_, status, context)
    _G.statuses[context.client_id] = status
  end
  vim.api.nvim_create_autocmd('User', {
    pattern = 'NearnoteStatus',
    callback = function(event) _G.statuses[event.data.client_id] = event.data.status end,
  })
]]

---@class ChildOptions
---@field cwd string?
---@field files string[]?
---@field init string?        Lua that a user would have in init.lua
---@field server string|false|nil  program for `cmd`; false leaves the configuration's own
---@field plugin boolean?     false: only lsp/nearnote.lua is there
---@field rtp string[]?       more folders for the runtime path
---@field env table<string, string>?

--- The folder for the runtime path.
local function plugin_folder(home, options)
  if options.plugin ~= false then
    return M.plugin
  end
  local only = home .. '/only-lsp'
  vim.fn.mkdir(only .. '/lsp', 'p')
  assert(vim.uv.fs_copyfile(M.plugin .. '/lsp/nearnote.lua', only .. '/lsp/nearnote.lua'))
  return only
end

--- Make a home with an init.lua like the one that a reader pastes from the README.
---@param options ChildOptions
---@return string home
function M.make(options)
  count = count + 1
  local home = ('%s/home-%d'):format(M.tmp, count)
  vim.fn.mkdir(home .. '/.config/nvim', 'p')
  local init = { eyes }
  for _, folder in ipairs(vim.list_extend({ plugin_folder(home, options) }, options.rtp or {})) do
    table.insert(init, ('vim.opt.runtimepath:prepend(%q)'):format(folder))
  end
  if options.server ~= false then
    local server = options.server or assert(vim.env.NEARNOTE_E2E_SERVER)
    table.insert(init, ('vim.lsp.config("nearnote", { cmd = { %q } })'):format(server))
  end
  table.insert(init, options.init or '')
  local lines = vim.split(table.concat(init, '\n'), '\n')
  vim.fn.writefile(lines, home .. '/.config/nvim/init.lua')
  return home
end

--- The environment of the person, as far as it is not the suite's own.
---@param home string
---@return table<string, string>
function M.environment(home)
  local variables = vim.fn.environ()
  for name in pairs(variables) do
    if vim.startswith(name, 'NEARNOTE_') or vim.startswith(name, 'NVIM') then
      variables[name] = nil -- The server would read them as its settings.
    end
  end
  return vim.tbl_extend('force', variables, {
    HOME = home,
    XDG_CONFIG_HOME = home .. '/.config',
    XDG_DATA_HOME = home .. '/.local/share',
    XDG_STATE_HOME = home .. '/.local/state',
    -- Vectors are kept between tests and runs: the same texts are embedded once.
    XDG_CACHE_HOME = vim.env.NEARNOTE_EDITOR_CACHE .. '/nvim-suite',
    NVIM_LOG_FILE = home .. '/nvim.log',
  })
end

return M

-- A second, real Neovim that a test drives by keys, as a person would.
local M = {}
M.__index = M

local home = require('home')
local running = {}

M.repo = home.repo
M.plugin = home.plugin
M.tmp = home.tmp
M.patience = tonumber(vim.env.NEARNOTE_E2E_PATIENCE_MS) or 30000

---@param options ChildOptions?
function M.start(options)
  options = options or {}
  local folder = home.make(options)
  local nvim = assert(vim.env.NEARNOTE_E2E_NVIM)
  local command = vim.list_extend({ nvim, '--embed', '--headless' }, options.files or {})
  local channel = vim.fn.jobstart(command, {
    rpc = true,
    cwd = options.cwd or folder,
    clear_env = true,
    env = vim.tbl_extend('force', home.environment(folder), options.env or {}),
  })
  assert(channel > 0, 'Neovim did not start')
  local self = setmetatable({ channel = channel }, M)
  running[self] = true
  return self
end

--- Run Lua in the child and give its value back.
function M:lua(code, ...)
  return vim.rpcrequest(self.channel, 'nvim_exec_lua', code, { ... })
end

--- Type keys, with <CR> and the like.
function M:keys(keys)
  vim.rpcrequest(self.channel, 'nvim_input', keys)
end

function M:command(text)
  vim.rpcrequest(self.channel, 'nvim_command', text)
end

---@private
function M:poll(interval, what, code, arguments)
  local value
  local good = vim.wait(M.patience, function()
    value = self:lua(code, unpack(arguments))
    return value ~= nil and value ~= vim.NIL and value ~= false
  end, interval)
  if not good then
    error(
      ('waited in vain for: %s\nscreen:\n%s\ntold: %s'):format(
        what,
        table.concat(self:screen(), '\n'),
        vim.inspect(self:told())
      ),
      3
    )
  end
  return value
end

--- Wait until Lua of the child returns neither nil nor false, and give its value back.
---@param what string  words for the failure
---@param code string
function M:wait(what, code, ...)
  return self:poll(15, what, code, { ... })
end

--- The same for code that asks the server (`ask(command, argument)`). It asks seldom, because the
--- server embeds only while nobody asks.
function M:wait_answer(what, code, ...)
  return self:poll(700, what, M.ask_code .. code, { ... })
end

--- What the child said to the person.
function M:told()
  return self:lua('return _G.told or {}')
end

function M:wait_told(pattern)
  return self:wait(
    'a message like ' .. pattern,
    [[
    for _, message in ipairs(_G.told) do
      if message:find(...) then return message end
    end
  ]],
    pattern
  )
end

--- The screen as a person sees it.
function M:screen()
  return self:lua([[
    vim.cmd.redraw()
    local rows = {}
    for row = 1, vim.o.lines do
      local cells = {}
      for column = 1, vim.o.columns do
        cells[column] = vim.fn.screenstring(row, column)
      end
      rows[row] = (table.concat(cells):gsub('%s+$', ''))
    end
    return rows
  ]])
end

--- Wait until the current buffer has a client, and the vault is read and embedded.
function M:wait_ready()
  self:wait(
    'the client to attach',
    [[
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
    return client and client.initialized
  ]]
  )
  self:wait(
    'the vault to be ready',
    [[
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
    local status = _G.statuses[client.id]
    return status and status.phase == 'ready' and status.notes > 0 and status.pending == 0
  ]]
  )
end

--- Lua for the child: ask(command, argument) waits for the server's answer.
M.ask_code = [[
  local function ask(command, argument)
    local client = vim.lsp.get_clients({ bufnr = 0, name = 'nearnote' })[1]
      or vim.lsp.get_clients({ name = 'nearnote' })[1]
    if not client then return nil end
    local answer = client:request_sync('workspace/executeCommand', {
      command = 'nearnote.' .. command,
      arguments = { next(argument) and argument or vim.empty_dict() },
    }, 10000, 0)
    return answer and answer.result
  end
]]

function M:stop()
  if running[self] then
    running[self] = nil
    pcall(vim.rpcnotify, self.channel, 'nvim_command', 'qall!')
    if vim.fn.jobwait({ self.channel }, 5000)[1] == -1 then
      vim.fn.jobstop(self.channel)
    end
  end
end

function M.stop_all()
  for self in pairs(running) do
    self:stop()
  end
end

return M

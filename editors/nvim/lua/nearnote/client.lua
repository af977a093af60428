--- Asking the server: one command, one JSON object in and out.
local say = require('nearnote.say')

local M = {}

local request_cancelled = -32800

--- The client of the note that was used last, so that a command also works from another window.
---@return vim.lsp.Client?
function M.current()
  local buffers = vim.fn.getbufinfo({ bufloaded = 1 })
  local here = vim.api.nvim_get_current_buf()
  table.sort(buffers, function(a, b)
    if a.bufnr == here or b.bufnr == here then
      return a.bufnr == here and b.bufnr ~= here
    end
    return a.lastused == b.lastused and a.bufnr > b.bufnr or a.lastused > b.lastused
  end)
  for _, buffer in ipairs(buffers) do
    local client = vim.lsp.get_clients({ bufnr = buffer.bufnr, name = 'nearnote' })[1]
    if client then
      return client
    end
  end
  return vim.lsp.get_clients({ name = 'nearnote' })[1]
end

--- The current client, or one for the working directory when no note is open yet.
---@return vim.lsp.Client?
function M.obtain()
  local client = M.current()
  if client then
    return client
  end
  if not require('nearnote.server').enable() then
    return nil
  end
  if
    vim.iter(vim.api.nvim_list_bufs()):any(function(buffer)
      return vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == 'markdown'
    end)
  then
    vim.wait(1000, function() -- A note that is open brings its client in a moment.
      return M.current() ~= nil
    end, 10)
  end
  client = M.current()
  if client then
    return client
  end
  local config = vim.deepcopy(vim.lsp.config.nearnote)
  local cwd = vim.fn.getcwd()
  config.root_dir = require('nearnote.root').of('', config.root_markers or {}, cwd)
  if not config.root_dir then
    say.warn(
      ('%s is too large to be a vault: open a note, or change to the folder of your notes.'):format(
        cwd
      )
    )
    return nil
  end
  local id = vim.lsp.start(config, { attach = false })
  client = id and vim.lsp.get_client_by_id(id)
  if client then
    vim.wait(5000, function()
      return client.initialized or client:is_stopped()
    end, 10)
  end
  return client
end

--- Run `nearnote.<command>`. The answer is a table, or nil and one plain sentence.
---@param command string
---@param argument table
---@param on_answer fun(answer: table?, problem: string?)
---@param client vim.lsp.Client?  the current one if nil
---@return fun() cancel
function M.ask(command, argument, on_answer, client)
  client = client or M.obtain()
  if not client then
    on_answer(nil, nil)
    return function() end
  end
  local cancelled = false
  -- Without a buffer number Neovim flushes the edits of all notes before it asks.
  local sent, id = client:request('workspace/executeCommand', {
    command = 'nearnote.' .. command,
    arguments = { next(argument) and argument or vim.empty_dict() },
  }, function(problem, answer)
    if cancelled or (problem and problem.code == request_cancelled) then
      return
    elseif problem then
      on_answer(nil, problem.message)
    else
      on_answer(type(answer) == 'table' and answer or {})
    end
  end)
  if not sent then
    on_answer(nil, 'the server is not running; `:Nearnote restart` starts it again.')
    return function() end
  end
  return function()
    cancelled = true
    if id and not client:is_stopped() then
      client:cancel_request(id)
    end
  end
end

return M

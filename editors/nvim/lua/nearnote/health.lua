--- `:checkhealth nearnote`: what the editor sees, then what the server's own doctor says.
local server = require('nearnote.server')
local status = require('nearnote.status')
local version = require('nearnote.version')

local M = {}

local health = vim.health
local doctor_timeout_ms = 60000

--- The program that would be started, or nil when it is missing or is not a program.
---@return string?
local function check_program()
  local config = vim.lsp.config.nearnote
  if not config then
    health.error(
      'lsp/nearnote.lua is not in the runtime path.',
      'Add the whole folder of the plugin to it.'
    )
    return nil
  end
  local cmd, problem = server.command(config.cmd)
  if not cmd then
    health.error(problem)
    return nil
  elseif type(cmd) == 'function' then
    health.info('`cmd` is a function: the doctor of that server cannot be asked from here.')
    return nil
  end
  health.ok('server: ' .. cmd[1])
  return cmd[1]
end

local function check_clients()
  local clients = vim.lsp.get_clients({ name = 'nearnote' })
  if #clients == 0 then
    health.info('No server is running: it starts with the first note that is opened.')
  end
  for _, client in ipairs(clients) do
    local found = (client.server_info or {}).version
    local complaint = version.complaint(found)
    if complaint then
      health.error(complaint)
    end
    local known = status.of(client.id)
    health.ok(
      ('running (version %s) for %s: %s'):format(
        found or 'unknown',
        client.root_dir or 'single notes',
        known and ('%s, %d notes, %d chunks'):format(known.phase, known.notes, known.chunks)
          or 'no status yet'
      )
    )
  end
end

--- The doctor's checks as health lines: what was looked at, what was found, what mends it.
---@param answer {checks?: {name: string, ok: boolean, found: string, mend?: string}[]}
function M.show_doctor(answer)
  for _, check in ipairs(answer.checks or {}) do
    local line = ('%s: %s'):format(check.name, check.found)
    if check.ok then
      health.ok(line)
    elseif check.mend and check.mend ~= '' then
      health.error(line, check.mend)
    else
      health.error(line)
    end
  end
end

--- The folder that a running server has, for the page of `:checkhealth` lies in none itself.
---@return string
local function vault_of_the_server()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'nearnote' })) do
    if client.root_dir then
      return client.root_dir
    end
  end
  return vim.fs.root(0, (vim.lsp.config.nearnote or {}).root_markers or {}) or vim.fn.getcwd()
end

---@param program string
local function check_doctor(program)
  local vault = vault_of_the_server()
  local started, job = pcall(
    vim.system,
    { program, 'doctor', '--json', '--vault', vault },
    { text = true }
  )
  local result = started and job:wait(doctor_timeout_ms) or nil
  if not result then
    health.error('The doctor could not be started: ' .. tostring(job))
    return
  end
  local decoded, answer = pcall(vim.json.decode, result.stdout or '')
  if not decoded or type(answer) ~= 'table' then
    local said = vim.trim((result.stderr ~= '' and result.stderr or result.stdout) or '')
    health.error(('`nearnote doctor` gave no report (exit code %d). %s'):format(result.code, said))
    return
  end
  M.show_doctor(answer)
end

function M.check()
  health.start('nearnote')
  if vim.fn.has('nvim-0.11') == 0 then
    health.error('Neovim 0.11 or newer is needed.')
    return
  end
  health.ok('Neovim ' .. tostring(vim.version()))
  local file, problem = require('nearnote.pickers').choose(require('nearnote.config').get().picker)
  if problem then
    health.warn(problem)
  else
    health.ok('search list: ' .. file)
  end
  local program = check_program()
  check_clients()
  if program then
    health.start('nearnote doctor')
    check_doctor(program)
  end
end

return M

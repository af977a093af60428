--- `:Nearnote` and its subcommands.
local say = require('nearnote.say')

local M = {}

--- The text of the lines of a range, or of the visual selection when the range is one.
---@param call table
---@return string
local function selected(call)
  local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local mode = vim.fn.visualmode()
  if from[2] == call.line1 and to[2] == call.line2 and mode == 'v' then
    local lines = vim.fn.getregion(from, to, { type = mode })
    return vim.trim(table.concat(lines, ' '))
  end
  return vim.trim(
    table.concat(vim.api.nvim_buf_get_lines(0, call.line1 - 1, call.line2, false), ' ')
  )
end

---@class nearnote.Subcommand
---@field about string
---@field run fun(words: string, call: table)

---@type table<string, nearnote.Subcommand>
M.subcommands = {
  search = {
    about = 'find notes by meaning while typing; with words: ask once and choose',
    run = function(words, call)
      local pickers = require('nearnote.pickers')
      if words ~= '' then
        pickers.search({ query = words, picker = 'select' })
      else
        pickers.search({ query = call.range > 0 and selected(call) or '' })
      end
    end,
  },
  related = {
    about = 'open or close the window of related notes',
    run = function()
      require('nearnote.related').toggle()
    end,
  },
  chunks = {
    about = 'show what the index sees at the cursor (with !: in the whole note)',
    run = function(_, call)
      local line = not call.bang and vim.api.nvim_win_get_cursor(0)[1] - 1 or nil
      require('nearnote.pages').chunks(line)
    end,
  },
  stats = {
    about = 'show the shape of the index',
    run = function()
      require('nearnote.pages').stats()
    end,
  },
  status = {
    about = 'show what the server is doing',
    run = function()
      require('nearnote.pages').status()
    end,
  },
  reindex = {
    about = 'read all notes again (with !: and embed all of them anew)',
    run = function(_, call)
      require('nearnote.pages').reindex(call.bang)
    end,
  },
  restart = {
    about = 'stop the server and start it again',
    run = function()
      require('nearnote.server').restart()
    end,
  },
}

---@return string[]
local function names()
  return vim.fn.sort(vim.tbl_keys(M.subcommands))
end

--- Entry of the user command.
---@param call table  as nvim_create_user_command gives it
function M.run(call)
  local name, words = call.args:match('^(%S*)%s*(.-)%s*$')
  if name == '' then
    name = 'search'
  end
  local subcommand = M.subcommands[name]
  if not subcommand then
    say.warn(('there is no :Nearnote %s; there are %s.'):format(name, table.concat(names(), ', ')))
    return
  end
  subcommand.run(words, call)
end

--- Completion of the first word.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  if line:match('Nearnote!?%s+%S+%s') then
    return {}
  end
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names())
end

return M

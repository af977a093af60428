--- Choosing the list that shows the hits. Each list is one file; it sends every query to the server
--- and shows the answer in the server's order, without filtering it again.
local client = require('nearnote.client')
local config = require('nearnote.config')
local say = require('nearnote.say')
local status = require('nearnote.status')

local M = {}

---@class nearnote.Plugin
---@field name string  as the option `picker` names it
---@field module string
---@field file string  our file
---@field set_up (fun(): boolean)?  whether the user has set it up, for those that come in bundles

--- In the order of `auto`: first those that nobody installs without wanting them as picker.
---@type nearnote.Plugin[]
local plugins = {
  { name = 'fzf-lua', module = 'fzf-lua', file = 'fzf_lua' },
  { name = 'telescope', module = 'telescope', file = 'telescope' },
  {
    name = 'snacks',
    module = 'snacks',
    file = 'snacks',
    set_up = function()
      return vim.tbl_get(require('snacks'), 'config', 'picker', 'enabled') == true
    end,
  },
  {
    name = 'mini.pick',
    module = 'mini.pick',
    file = 'mini_pick',
    set_up = function()
      return _G.MiniPick ~= nil
    end,
  },
}

local own = { live = 'live', select = 'select' }

--- Asked through `require`, because plugin managers load a plugin when it is required.
---@param plugin nearnote.Plugin
---@return boolean
local function installed(plugin)
  return (pcall(require, plugin.module))
end

--- The name of our file for a wish. A wish that cannot be met falls back to our own live list.
---@param wish string
---@return string file
---@return string? problem
function M.choose(wish)
  if own[wish] then
    return own[wish]
  end
  local names = { 'auto', 'live', 'select' }
  for _, plugin in ipairs(plugins) do
    table.insert(names, plugin.name)
    if wish == plugin.name then
      if installed(plugin) then
        return plugin.file
      end
      return 'live', ('the picker %s is not installed; nearnote shows its own list.'):format(wish)
    elseif wish == 'auto' and installed(plugin) and (not plugin.set_up or plugin.set_up()) then
      return plugin.file
    end
  end
  if wish == 'auto' then
    return 'live'
  end
  return 'live', ('there is no picker %s; known are %s.'):format(wish, table.concat(names, ', '))
end

---@alias nearnote.OnHits fun(hits: nearnote.Hit[], answer: table)
---@alias nearnote.Search fun(query: string, on_hits: nearnote.OnHits, mode: string?): fun()

---@class nearnote.Source  what a list needs to know
---@field query string  the text to begin with
---@field search nearnote.Search  asks for one query; gives back how to cancel

--- A source for the client of now: the list may cover the window that decides which vault it is.
---@param query string
---@return nearnote.Source?
function M.source(query)
  local asked = client.obtain()
  if not asked then
    return nil
  end
  local limit = config.get().limit
  return {
    query = query,
    search = function(text, on_hits, mode)
      return client.ask(
        'search',
        { query = text, limit = limit, mode = mode },
        function(answer, problem)
          if problem then
            say.warn_once(problem)
          end
          on_hits(answer and answer.hits or {}, answer or {})
        end,
        asked
      )
    end,
  }
end

--- Why there is nothing to show.
---@param query string
---@return string
function M.nothing(query)
  local asked = client.current()
  local known = status.of(asked and asked.id)
  if not known or known.phase == 'scanning' then
    return 'The notes are still being read.'
  elseif known.notes == 0 then
    return ('There are no notes (*.md, *.markdown) below %s.'):format(
      asked and asked.root_dir or 'this folder'
    )
  end
  return query == '' and 'Type what you remember of the note.'
    or ('Nothing is near «%s».'):format(query)
end

---@param options { query: string?, picker: string?, once: boolean? }
function M.search(options)
  local source = M.source(options.query or '')
  if not source then
    return
  end
  local file, problem = M.choose(options.picker or config.get().picker)
  if problem then
    say.warn_once(problem)
  end
  require('nearnote.pickers.' .. file).open(source)
end

return M

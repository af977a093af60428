--- The plugin's own options, from `vim.g.nearnote`. The server's settings are not among them: they
--- belong to `vim.lsp.config('nearnote', { settings = { nearnote = … } })`.
local say = require('nearnote.say')

local M = {}

---@class nearnote.Config
local defaults = {
  --- Start the server with the first note.
  enable = true,
  --- Let CTRL-X CTRL-O insert whole names. Without effect on what completion plugins do.
  completion = true,
  --- 'auto': the first picker plugin that is installed, else nearnote's own live list.
  ---@type 'auto'|'live'|'select'|'snacks'|'fzf-lua'|'telescope'|'mini.pick'
  picker = 'auto',
  --- Most hits in one list.
  limit = 50,
  --- Milliseconds of quiet before a typed query is sent.
  pause = 40,
  related = {
    width = 46,
    limit = 12,
    --- Milliseconds that the cursor rests before the window follows it.
    pause = 150,
    unlinked_only = false,
  },
}

--- Merge `given` into `known`; what does not fit is left out and told.
---@param known table
---@param given table
---@param path string
---@return table merged
---@return string[] problems
local function merge(known, given, path)
  local merged, problems = vim.deepcopy(known), {}
  for key, value in pairs(given) do
    local name = path .. tostring(key)
    if known[key] == nil then
      table.insert(
        problems,
        ('%s is not an option; known are %s.'):format(
          name,
          table.concat(vim.fn.sort(vim.tbl_keys(known)), ', ')
        )
      )
    elseif type(value) ~= type(known[key]) then
      table.insert(
        problems,
        ('%s wants a %s, not a %s.'):format(name, type(known[key]), type(value))
      )
    elseif type(value) == 'table' then
      local inner, more = merge(known[key], value, name .. '.')
      merged[key] = inner
      vim.list_extend(problems, more)
    else
      merged[key] = value
    end
  end
  return merged, problems
end

--- The options as they are now. A bad one keeps its default and is told once.
---@return nearnote.Config
function M.get()
  local given = vim.g.nearnote
  if given ~= nil and type(given) ~= 'table' then
    say.warn_once('vim.g.nearnote wants a table.')
    given = nil
  end
  local merged, problems = merge(defaults, given or {}, 'vim.g.nearnote.')
  vim.iter(problems):each(say.warn_once)
  return merged
end

return M

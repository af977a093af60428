--- A live list in fzf-lua.
local hits = require('nearnote.hits')
local jump = require('nearnote.jump')

local M = {}

--- fzf gives chosen lines back as text, so each begins with `file:line:col:`, which fzf's own
--- preview understands; the part behind the tab is what is shown.
---@param hit nearnote.Hit
---@return string
function M.entry(hit)
  return ('%s:%d:1:\t%s'):format(hits.file(hit), hit.line + 1, hits.one_line(hit))
end

--- The contents of one query: fzf-lua calls it again for every change of the prompt.
---@param source nearnote.Source
---@param by_entry table<string, nearnote.Hit>  filled for the actions
function M.contents(source, by_entry)
  local cancel = function() end
  return function(arguments)
    local query = type(arguments) == 'table' and arguments[1] or arguments or ''
    return function(add)
      vim.schedule(function()
        cancel()
        cancel = source.search(query, function(found)
          for _, hit in ipairs(found) do
            local entry = M.entry(hit)
            by_entry[entry] = hit
            add(entry)
          end
          add() -- The end.
        end)
      end)
    end
  end
end

---@param source nearnote.Source
function M.open(source)
  local by_entry = {}
  local function action(how)
    return function(selected)
      local hit = by_entry[(selected or {})[1]]
      if hit then
        jump.to(hit, how)
      end
    end
  end
  require('fzf-lua').fzf_live(M.contents(source, by_entry), {
    prompt = 'Notes by meaning> ',
    query = source.query,
    exec_empty_query = true,
    previewer = 'builtin',
    fzf_opts = { ['--delimiter'] = '\t', ['--with-nth'] = '2..', ['--no-sort'] = true },
    actions = {
      ['default'] = action('edit'),
      ['ctrl-s'] = action('split'),
      ['ctrl-v'] = action('vsplit'),
      ['ctrl-t'] = action('tab'),
    },
  })
end

return M

--- Related hits as lines of the side window: pure.
local hits = require('nearnote.hits')

local M = {}

--- About three lines of the side window.
local excerpt_cells = 110

---@class nearnote.Group
---@field title string
---@field path string
---@field linked boolean
---@field hits nearnote.Hit[]

--- One group a note, in the order of each note's best hit.
---@param found nearnote.Hit[]
---@param unlinked_only boolean
---@return nearnote.Group[]
function M.of(found, unlinked_only)
  local groups, by_path = {}, {}
  for _, hit in ipairs(found) do
    if not (unlinked_only and hit.linked) then
      local group = by_path[hit.path]
      if not group then
        group =
          { title = hits.flat(hit.title), path = hit.path, linked = hit.linked == true, hits = {} }
        by_path[hit.path] = group
        table.insert(groups, group)
      end
      table.insert(group.hits, hit)
    end
  end
  return groups
end

--- The headings of a hit without the title that stands above it.
---@param hit nearnote.Hit
---@return string
local function place(hit)
  local headline, title = hits.headline(hit), hits.flat(hit.title)
  return vim.startswith(headline, title .. ' › ') and headline:sub(#title + #' › ' + 1) or ''
end

--- The lines of the window, and the hit that each line leads to.
---@param groups nearnote.Group[]
---@return nearnote.Piece[][] lines
---@return table<integer, nearnote.Hit> hit_at  by 1-based line
function M.lines(groups)
  local lines, hit_at = {}, {}
  local function add(hit, pieces)
    table.insert(lines, pieces)
    hit_at[#lines] = hit
  end
  for _, group in ipairs(groups) do
    add(group.hits[1], {
      { group.title, 'NearnoteTitle' },
      { group.linked and '  linked' or '', 'NearnoteLinked' },
    })
    for _, hit in ipairs(group.hits) do
      local score = ('%.2f '):format(hit.score or 0)
      add(hit, { { '  ' }, { score, 'NearnoteScore' }, { place(hit), 'NearnotePath' } })
      add(hit, { { '    ' }, { hits.fit(hits.matched(hit), excerpt_cells), 'NearnoteText' } })
    end
  end
  return lines, hit_at
end

return M

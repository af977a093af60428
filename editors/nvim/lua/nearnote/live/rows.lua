--- Hits as rows of the live list: two lines each, so that the matched line has room.
local hits = require('nearnote.hits')

local M = {}

M.per_hit = 2

--- The two lines of one hit: title, headings and folder; then the matched line.
---@param hit nearnote.Hit
---@param width integer
---@return nearnote.Piece[][]
function M.of(hit, width)
  local score = (' %.2f '):format(hit.score or 0)
  local room = width - #score - 2
  local headline = hits.fit(hits.headline(hit), room)
  local folder = vim.fs.dirname(hit.path)
  local left = room - vim.fn.strdisplaywidth(headline)
  local where = (folder == '.' or left < 8) and '' or hits.fit('  ' .. folder .. '/', left)
  local gap = (' '):rep(math.max(0, left - vim.fn.strdisplaywidth(where)))
  return {
    {
      { ' ' },
      { headline, 'NearnoteTitle' },
      { where, 'NearnotePath' },
      { gap },
      { score, 'NearnoteScore' },
    },
    { { '   ' }, { hits.fit(hits.matched(hit), width - 5), 'NearnoteText' } },
  }
end

---@param found nearnote.Hit[]
---@param width integer
---@return nearnote.Piece[][]
function M.all(found, width)
  local lines = {}
  for _, hit in ipairs(found) do
    vim.list_extend(lines, M.of(hit, width))
  end
  return lines
end

return M

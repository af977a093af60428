--- Hits as text: pure functions that every list shares.
local M = {}

--- One line: no breaks or tabs reach a list.
---@param text string?
---@return string
function M.flat(text)
  return vim.trim(((text or ''):gsub('[%c%s]+', ' ')))
end

--- Cut to a number of screen cells.
---@param text string
---@param cells integer
---@return string
function M.fit(text, cells)
  if vim.fn.strdisplaywidth(text) <= cells then
    return text
  end
  local kept = vim.fn.strcharpart(text, 0, math.max(0, cells - 1))
  while kept ~= '' and vim.fn.strdisplaywidth(kept) > cells - 1 do
    kept = vim.fn.strcharpart(kept, 0, vim.fn.strchars(kept) - 1)
  end
  return kept .. '…'
end

--- `Title › Heading › Subheading`, without a first heading that only repeats the title.
---@param hit nearnote.Hit
---@return string
function M.headline(hit)
  local parts = { M.flat(hit.title) }
  for _, heading in ipairs(hit.heading or {}) do
    if M.flat(heading) ~= parts[#parts] then
      table.insert(parts, M.flat(heading))
    end
  end
  return table.concat(parts, ' › ')
end

--- The matched line; a note whose heading matched shows its snippet instead of the heading again.
---@param hit nearnote.Hit
---@return string
function M.matched(hit)
  local text = M.flat(hit.text):gsub('^#+%s+', '')
  if text == '' or text == hit.title or vim.tbl_contains(hit.heading or {}, text) then
    return M.flat(hit.snippet)
  end
  return text
end

--- Everything on one line, for lists that have only one.
---@param hit nearnote.Hit
---@return string
function M.one_line(hit)
  local matched = M.matched(hit)
  return M.headline(hit) .. (matched ~= '' and ('  ' .. matched) or '')
end

---@param hit nearnote.Hit
---@return string
function M.file(hit)
  return vim.uri_to_fname(hit.uri)
end

--- The wikilink to a hit's note, by the name of its file.
---@param hit nearnote.Hit
---@return string
function M.link(hit)
  local name = vim.fs.basename(hit.path):gsub('%.markdown$', ''):gsub('%.md$', '')
  return '[[' .. name .. ']]'
end

return M

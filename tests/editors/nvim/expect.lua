-- What a test says about a value.
local M = {}

function M.equal(expected, found, about)
  if not vim.deep_equal(expected, found) then
    error(
      ('%sexpected %s\nfound %s'):format(
        about and about .. ': ' or '',
        vim.inspect(expected),
        vim.inspect(found)
      ),
      2
    )
  end
end

function M.matches(pattern, found)
  if type(found) ~= 'string' or not found:find(pattern) then
    error(('expected a text like %q\nfound %s'):format(pattern, vim.inspect(found)), 2)
  end
end

function M.holds(condition, about)
  if not condition then
    error('not so: ' .. about, 2)
  end
end

--- Every row of a table: { input…, expected } through a function. vim.NIL stands for nil.
function M.table(rows, through)
  for number, row in ipairs(rows) do
    local expected = row[#row]
    local found = through(unpack(row, 1, #row - 1))
    M.equal(expected, found == nil and vim.NIL or found, 'row ' .. number)
  end
end

return M

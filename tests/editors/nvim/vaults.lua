-- Vaults to work in: copies, so that a test may change them.
local M = {}

local child = require('child')
local count = 0

local function copy(from, to)
  vim.fn.mkdir(to, 'p')
  for name, kind in vim.fs.dir(from) do
    if kind == 'directory' then
      copy(from .. '/' .. name, to .. '/' .. name)
    else
      assert(vim.uv.fs_copyfile(from .. '/' .. name, to .. '/' .. name))
    end
  end
end

local function folder()
  count = count + 1
  local path = ('%s/vault-%d'):format(child.tmp, count)
  vim.fn.mkdir(path, 'p')
  return path
end

--- A copy of the demo vault; without its marker if wanted so.
function M.demo(options)
  local path = folder()
  copy(child.repo .. '/tests/vaults/demo', path)
  if (options or {}).unmarked then
    assert(vim.uv.fs_unlink(path .. '/.nearnote.toml'))
  end
  return path
end

--- A vault of these notes: file name -> lines.
function M.of(notes)
  local path = folder()
  vim.fn.writefile({}, path .. '/.nearnote.toml')
  for name, lines in pairs(notes) do
    vim.fn.mkdir(vim.fs.dirname(path .. '/' .. name), 'p')
    vim.fn.writefile(lines, path .. '/' .. name)
  end
  return path
end

return M

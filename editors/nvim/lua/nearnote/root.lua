--- Which folder is the vault of a note.
local M = {}

--- A folder that is too large to be a vault by accident.
---@param folder string
---@return boolean
local function too_large(folder)
  return folder == vim.fs.normalize('~') or folder == vim.fs.dirname(folder)
end

--- The folder with a marker at or above the note; else the working directory if the note is in it;
--- else the note's own folder. Nil: the note stands alone.
---@param note string  absolute path, or empty for a buffer without a name
---@param markers string[]
---@param cwd string
---@return string?
function M.of(note, markers, cwd)
  cwd = vim.fs.normalize(cwd)
  local folder = note == '' and cwd or vim.fs.dirname(vim.fs.normalize(note))
  local marked = vim.fs.root(vim.fs.joinpath(folder, '.'), markers)
  if marked then
    return marked
  end
  local inside = folder == cwd or vim.startswith(folder, cwd .. '/')
  local root = inside and cwd or folder
  if not too_large(root) then
    return root
  end
  return not too_large(folder) and folder or nil
end

return M

--- One plain sentence to the person at the keyboard.
local M = {}

local told = {}

---@param sentence string
function M.warn(sentence)
  vim.notify('nearnote: ' .. sentence, vim.log.levels.WARN, { title = 'nearnote' })
end

---@param sentence string
function M.info(sentence)
  vim.notify('nearnote: ' .. sentence, vim.log.levels.INFO, { title = 'nearnote' })
end

--- The same sentence is said only once in a session.
---@param sentence string
function M.warn_once(sentence)
  if not told[sentence] then
    told[sentence] = true
    M.warn(sentence)
  end
end

return M

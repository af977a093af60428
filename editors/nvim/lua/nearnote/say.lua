--- One plain sentence to the person at the keyboard.
local M = {}

local told = {}

--- A sentence of the server may name nearnote itself.
---@param sentence string
---@param level integer
local function say(sentence, level)
  local named = vim.startswith(sentence, 'nearnote') and sentence or 'nearnote: ' .. sentence
  vim.notify(named, level, { title = 'nearnote' })
end

---@param sentence string
function M.warn(sentence)
  say(sentence, vim.log.levels.WARN)
end

---@param sentence string
function M.info(sentence)
  say(sentence, vim.log.levels.INFO)
end

--- The same sentence is said only once in a session.
---@param sentence string
function M.warn_once(sentence)
  if not told[sentence] then
    told[sentence] = true
    M.warn(sentence)
  end
end

--- Tell again what was told once.
function M.forget()
  told = {}
end

return M

--- One question, one answer, through `vim.ui.select`: works everywhere, but is not live.
local hits = require('nearnote.hits')
local jump = require('nearnote.jump')
local say = require('nearnote.say')

local M = {}

---@param source nearnote.Source
local function ask_and_choose(source)
  source.search(source.query, function(found)
    if #found == 0 then
      say.info(require('nearnote.pickers').nothing(source.query))
      return
    end
    vim.ui.select(found, {
      prompt = ('Notes near «%s»'):format(source.query),
      kind = 'nearnote',
      format_item = hits.one_line,
    }, function(hit)
      if hit then
        jump.to(hit)
      end
    end)
  end)
end

---@param source nearnote.Source
function M.open(source)
  if source.query ~= '' then
    ask_and_choose(source)
    return
  end
  vim.ui.input({ prompt = 'Search notes by meaning: ' }, function(query)
    if query and vim.trim(query) ~= '' then
      source.query = query
      ask_and_choose(source)
    end
  end)
end

return M

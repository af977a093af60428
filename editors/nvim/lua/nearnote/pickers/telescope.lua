--- A live list in telescope.nvim.
local hits = require('nearnote.hits')

local M = {}

--- Telescope's entry for a hit. Its own actions read `filename`, `lnum` and `col`.
---@param hit nearnote.Hit
---@return table
function M.entry(hit)
  return {
    value = hit,
    ordinal = hits.headline(hit),
    display = hits.one_line(hit),
    filename = hits.file(hit),
    lnum = hit.line + 1,
    col = 1,
  }
end

---@param source nearnote.Source
function M.open(source)
  local finders = require('telescope.finders')
  local settings = require('telescope.config').values
  local channel = require('plenary.async.control').channel
  local cancel = function() end

  require('telescope.pickers')
    .new({}, {
      prompt_title = 'Notes by meaning',
      default_text = source.query,
      finder = finders.new_dynamic({
        entry_maker = M.entry,
        fn = function(query)
          cancel()
          local send, receive = channel.oneshot()
          cancel = source.search(query or '', function(found)
            send(found)
          end)
          return receive()
        end,
      }),
      -- The server ranks; a sorter of Telescope's would drop what does not share letters.
      sorter = require('telescope.sorters').empty(),
      previewer = settings.grep_previewer({}),
    })
    :find()
end

return M

local stand_in = require('stand_in')

return {
  new = function(_, options)
    return {
      find = function()
        local entries = {}
        assert(options.previewer.kind == 'grep')
        stand_in.open = {
          type = function(query)
            options.finder.find(query, function(found)
              entries = vim.tbl_filter(function(entry)
                return options.sorter.score(query, entry.ordinal) >= 0
              end, found)
            end)
          end,
          shown = function()
            return vim.tbl_map(function(entry)
              return entry.display
            end, entries)
          end,
          choose = function(number)
            stand_in.edit(entries[number].filename, entries[number].lnum)
          end,
        }
        stand_in.type(options.default_text or '')
      end,
    }
  end,
}

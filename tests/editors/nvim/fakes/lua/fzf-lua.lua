local stand_in = require('stand_in')

return {
  fzf_live = function(contents, options)
    local entries = {}
    assert(options.exec_empty_query)
    stand_in.open = {
      type = function(query)
        local new, ended = {}, false
        contents({ query })(function(entry)
          assert(not ended, 'an entry after the end')
          if entry then
            table.insert(new, entry)
          else
            ended = true
            entries = new
          end
        end)
      end,
      shown = function()
        return vim.tbl_map(function(entry)
          return (entry:gsub('^.-' .. options.fzf_opts['--delimiter'], ''))
        end, entries)
      end,
      choose = function(number)
        options.actions['default']({ entries[number] }, options)
      end,
    }
    stand_in.type(options.query)
  end,
}

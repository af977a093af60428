return {
  new_dynamic = function(options)
    return {
      find = function(prompt, done)
        coroutine.wrap(function()
          local results = options.fn(prompt)
          done(vim.tbl_map(options.entry_maker, results))
        end)()
      end,
    }
  end,
}

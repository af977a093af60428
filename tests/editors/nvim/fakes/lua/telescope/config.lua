return {
  values = {
    grep_previewer = function()
      return { kind = 'grep' }
    end,
  },
}

if vim.g.loaded_nearnote then
  return
end
vim.g.loaded_nearnote = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('nearnote needs Neovim 0.11 or newer.', vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command('Nearnote', function(call)
  require('nearnote.command').run(call)
end, {
  nargs = '*',
  bang = true,
  range = true,
  desc = 'Find notes by meaning, and see which notes are near',
  complete = function(...)
    return require('nearnote.command').complete(...)
  end,
})

local group = vim.api.nvim_create_augroup('nearnote', {})

-- Nothing is loaded before the first note is opened, so that the plugin costs a start nothing.
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = 'markdown',
  once = true,
  desc = 'Start nearnote with the first note',
  callback = function()
    require('nearnote.server').enable_soon()
  end,
})

-- Who has enabled the server by hand gets its restarts and its status all the same.
if package.loaded['vim.lsp'] and vim.lsp.is_enabled and vim.lsp.is_enabled('nearnote') then
  require('nearnote.server').configure()
end

vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  desc = 'Complete whole names; say it when the server is older than this plugin',
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'nearnote' then
      require('nearnote.version').check(client)
      require('nearnote.completion').enable_soon(client, event.buf)
    end
  end,
})

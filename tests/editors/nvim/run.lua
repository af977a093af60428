-- The runner: every suite is a list of { name, function }; a test fails by an error.
local here = vim.fs.dirname(vim.uv.fs_realpath(arg[0]))
package.path = here .. '/?.lua;' .. package.path

local pattern = arg[1]
local child = require('child')
local passed, failed = 0, {}

--- Line by line, because Neovim's own print puts the line break before the text.
local function say(text)
  io.stdout:write(text .. '\n')
  io.stdout:flush()
end

local function run(name, test)
  local before = vim.uv.hrtime()
  local good, problem = xpcall(test, function(message)
    return debug.traceback(tostring(message), 2)
  end)
  child.stop_all()
  local seconds = (vim.uv.hrtime() - before) / 1e9
  if good then
    passed = passed + 1
    say(('ok    %5.1f s  %s'):format(seconds, name))
    return
  end
  table.insert(failed, name)
  say(('FAIL  %5.1f s  %s\n%s'):format(seconds, name, problem))
end

for file in vim.fs.dir(here .. '/suites') do
  local suite = file:match('^(.+)%.lua$')
  if suite then
    for _, test in ipairs(dofile(here .. '/suites/' .. file)) do
      local name = suite .. ': ' .. test[1]
      if not pattern or name:find(pattern) then
        run(name, test[2])
      end
    end
  end
end

for _, name in ipairs(failed) do
  say('failed: ' .. name)
end
say(('%d passed, %d failed'):format(passed, #failed))
os.exit((#failed == 0 and passed > 0) and 0 or 1)

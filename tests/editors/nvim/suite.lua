-- A suite is a list of named tests: `local test, suite = require('suite')()`, and `return suite`.
return function()
  local suite = {}
  local function test(name, run)
    table.insert(suite, { name, run })
  end
  return test, suite
end

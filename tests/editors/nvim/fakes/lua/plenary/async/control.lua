-- plenary's oneshot channel: the receiver suspends its coroutine until the sender has sent.
local M = { channel = {} }

function M.channel.oneshot()
  local value, waiting
  local function send(given)
    value = { given }
    if waiting then
      coroutine.resume(waiting)
    end
  end
  local function receive()
    if not value then
      waiting = assert(coroutine.running(), 'receive outside of a coroutine')
      coroutine.yield()
    end
    return value[1]
  end
  return send, receive
end

return M

-- What wrk sends, told by a JSON-free description file:  wrk -s load.lua URL -- METHOD FILE
-- Each line of FILE is one request: path, a tab, headers as name=value pairs separated by \31, a tab, the body.
-- METHOD is GET, POST, or ONCE: POST where no line is ever sent twice, and the load ends when they are used up.

local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  method, once = args[1], args[1] == "ONCE"
  if once then method = "POST" end
  lines = {}
  for line in io.lines(args[2]) do lines[#lines + 1] = line end
  position, step = number, 1
  built = {}
end

local function build(line)
  local path, fields, body = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
  local headers = {}
  for name, value in fields:gmatch("([^=\31]+)=([^\31]*)") do headers[name] = value end
  return wrk.format(method, path, headers, body ~= "" and body or nil)
end

function request()
  position = position + 1
  if once then
    if position > #lines then
      wrk.thread:stop()
      position = #lines
    end
    return build(lines[position])
  end
  local index = (position - 1) % #lines + 1
  built[index] = built[index] or build(lines[index])
  return built[index]
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format(
    "RESULT %d %d %.0f %.0f %d\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end

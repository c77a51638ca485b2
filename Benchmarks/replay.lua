-- For wrk: sends requests prepared in a file, one a line, in order, and then from the first again. A line is the method,
-- the path, the body (may be empty) and headers such as "Accept: text/html", with tabs between them.
-- Argument: the file.

local requests, count = {}, 0

function init(arguments)
   for line in io.lines(arguments[1]) do
      local parts, headers = {}, {}
      for part in (line .. "\t"):gmatch("(.-)\t") do parts[#parts + 1] = part end
      for index = 4, #parts do
         local name, value = parts[index]:match("^(.-): (.*)$")
         headers[name] = value
      end
      requests[#requests + 1] = wrk.format(parts[1], parts[2], headers, parts[3] ~= "" and parts[3] or nil)
   end
end

function request()
   count = count + 1
   return requests[(count - 1) % #requests + 1]
end

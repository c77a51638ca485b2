-- For wrk: each request posts one entry of its own, a mark or a clearing of one student at one class.
-- Arguments: token, class, a prefix for identifiers, and a file with the students' identifiers.

local count = 0
local threads = 0

function setup(thread)
   threads = threads + 1
   thread:set("number", threads)
end

function init(arguments)
   token, class, prefix = arguments[1], arguments[2], arguments[3]
   students = {}
   for line in io.lines(arguments[4]) do students[#students + 1] = line end
   device = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
   headers = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token }
end

function request()
   count = count + 1
   local kind = count % 3 == 0 and "attendance.cleared" or "attendance.marked"
   local body = string.format(
      '{"device":"%s","entries":[{"id":"%s-%04x-7000-8000-%012x","kind":"%s","at":"%s","class":"%s","person":"%s"}]}',
      device, prefix, number, count, kind, os.date("!%Y-%m-%dT%H:%M:%SZ"), class, students[count % #students + 1])
   return wrk.format("POST", "/journal", headers, body)
end

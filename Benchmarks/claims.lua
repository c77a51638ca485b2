-- For wrk: each request posts one entry. Students claim their presence, every student once per class; or the instructor
-- marks and clears students of one class.
-- Arguments: "claims" or "marks", token of the instructor, a prefix for identifiers, a folder with the files tokens,
-- classes and people, this load's number, and the number of loads that share the classes.

local count = 0

local function lines(path)
   local list = {}
   for line in io.lines(path) do list[#list + 1] = line end
   return list
end

function init(arguments)
   what, prefix = arguments[1], arguments[3]
   tokens, classes, people = lines(arguments[4] .. "/tokens"), lines(arguments[4] .. "/classes"), lines(arguments[4] .. "/people")
   load, loads = tonumber(arguments[5]), tonumber(arguments[6])
   device = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
   headers = {}
   for index, token in ipairs(what == "marks" and { arguments[2] } or tokens) do
      headers[index] = { ["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. token }
   end
end

local function claim()
   local number = count * loads + load
   local student, class = number % #tokens, math.floor(number / #tokens) % #classes
   local fields = string.format(
      '"kind":"attendance.claimed","class":"%s","latitude":%.6f,"longitude":8.515625,"accuracy":8,"age":0',
      classes[class + 1], 47.390625 + student / 1e6)
   return headers[student + 1], fields
end

local function mark()
   local kind = count % 3 == 0 and "cleared" or "marked"
   local person = people[count % #people + 1]
   return headers[1], string.format('"kind":"attendance.%s","class":"%s","person":"%s"', kind, classes[1], person)
end

function request()
   local header, fields = (what == "marks" and mark or claim)()
   local body = string.format(
      '{"device":"%s","entries":[{"id":"%s-%04x-7000-8000-%012x","at":"%s",%s}]}',
      device, prefix, load, count, os.date("!%Y-%m-%dT%H:%M:%SZ"), fields)
   count = count + 1
   return wrk.format("POST", "/journal", header, body)
end

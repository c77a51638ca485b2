/// IANA name of a time zone, such as Europe/Zurich.
public enum TimeZoneName {
    static func read(_ name: String, from fields: inout FieldReader, required: Bool) -> String? {
        let text = required ? fields.text(name, most: 64) : fields.optionalText(name, most: 64)
        guard let text, !text.isEmpty || !required else { return text }
        if !isName(text) { fields.note(name, "timeZone", "This must be a time zone such as Europe/Zurich.") }
        return text
    }

    /// Whether the text has the form of a name. Only callers with time zone tables know which names exist.
    private static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                    UInt8(ascii: "+"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

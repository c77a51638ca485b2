public struct RosterRecord: Sendable, Equatable {
    public var line: Int
    public var firstName, lastName, studentID, github, role: String
    public var type: String
    public var joined: String
    public var active: Bool
    public var picture: [UInt8]?
}
public struct RosterFileProblem: Error, Sendable, Equatable {
    public var line: Int; public var name: String; public var field: String; public var message: String
}
public struct RosterFileError: Error {
    public enum Code: String { case x }; public let code: Code; public let message: String
}
public struct RosterFile: Sendable, Equatable {
    public static let mostBytes = 16
    public var records: [RosterRecord]; public var problems: [RosterFileProblem]
    public init(reading bytes: [UInt8]) throws(RosterFileError) { records = []; problems = [] }
    public static func csv(_ people: [RosterRecord]) -> [UInt8] { [] }
    public static func propertyList(_ people: [RosterRecord]) -> [UInt8] { [] }
}

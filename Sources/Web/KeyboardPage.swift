import Pages

/// Page of the keys that lead through the app.
struct KeyboardPage: Page {
    static let template = "keyboard"
    let title = "Keyboard"
    let keys: [Key]

    struct Key: Modelled, Sendable {
        /// Keys that do the same.
        let names: [String]
        let text: String

        var model: Model { ["names": .list(names.map(\.model)), "text": text.model] }
    }

    init() {
        keys = [
            Key(names: ["/"], text: "Search on this page"),
            Key(names: ["↓", "↑"], text: "Next or previous row of a list"),
            Key(names: ["Enter"], text: "Open the row or press the button"),
            Key(names: ["Space"], text: "Press the button or change the switch"),
            Key(names: ["Tab"], text: "Next field, button or link"),
            Key(names: ["Esc"], text: "Close what is open in front"),
            Key(names: ["?"], text: "Show this page"),
        ]
    }

    var model: Model { ["title": title.model, "keys": keys.model] }
}

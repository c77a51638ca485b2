/// Bounds of who "came lately" to classes like one.
public enum LatelyHere {
    /// How many classes say who comes. They are among the newest, `ClassesToStart.mostTelling`.
    public static let fewLatest = 5
    /// How many people came lately at most.
    public static let mostPeople = 30
}

/// The tricks that are tried, in the order of the table in docs/presence.md.
enum Attacks {
    static let all =
        AttacksByCode.all + AttacksByPlace.all + AttacksByNetwork.all + AttacksByTime.all + AttacksByPeople.all
        + AttacksLater.all
}

/// How many of the entries that wait on a device go together.
public enum OutboxBatch {
    /// The most bytes in one post.
    public static let mostBytes = 1024 * 1024

    /// Left free for what stands around the entries, in bytes.
    private static let envelope = 1024

    /// As many of the oldest as the server takes at once; one at least, if there is one.
    ///
    /// - Parameter sizes: of each entry that waits, as JSON in UTF-8, in bytes, oldest first.
    public static func count(sizes: [Int]) -> Int {
        var bytes = envelope
        for (index, size) in sizes.enumerated() {
            // A comma parts one from the next.
            bytes += size + 1
            if index == Entry.mostInBatch || bytes > mostBytes { return max(index, 1) }
        }
        return sizes.count
    }
}

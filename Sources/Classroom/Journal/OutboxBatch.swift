/// Size of the batches in which a device sends its waiting entries.
public enum OutboxBatch {
    /// Maximum size of a request, in bytes.
    public static let mostBytes = 1024 * 1024

    /// Bytes reserved for the JSON around the entries.
    private static let envelope = 1024

    /// Number of oldest entries that fit into a batch; at least 1 if any are waiting.
    ///
    /// - Parameter sizes: size of each waiting entry as JSON in UTF-8, in bytes, oldest first.
    public static func count(sizes: [Int]) -> Int {
        var bytes = envelope
        for (index, size) in sizes.enumerated() {
            // 1 for the comma after the entry.
            bytes += size + 1
            if index == Entry.mostInBatch || bytes > mostBytes { return max(index, 1) }
        }
        return sizes.count
    }
}

import Foundation

/// The files and connections that the process may have open.
enum Descriptors {
    /// As many as are wanted where there is no limit.
    private static let enough = 65_536

    /// Kept for the book, for what is asked of the outside world, and for whatever else is no connection to the server.
    private static let reserved = 80

    /// Raises the limit as far as the process may; tells how many connections to the server it leaves room for.
    static func makeRoom() -> Int {
        var limit = rlimit()
        guard getrlimit(number, &limit) == 0 else { return enough / 2 }
        let wanted = min(limit.rlim_max, rlim_t(enough))
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            // It then stays as it was.
            if setrlimit(number, &limit) != 0 { _ = getrlimit(number, &limit) }
        }
        let all = Int(min(limit.rlim_cur, rlim_t(enough)))
        return max(all / 4, all - max(reserved, all / 8))
    }

    #if canImport(Darwin)
        private static let number = RLIMIT_NOFILE
    #else
        private static let number = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
}

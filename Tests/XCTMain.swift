import Testing

/// Entry point of the tests. With a file of this name SwiftPM does not look for tests in an index of the sources, which
/// would take a third of the time of a first build: see `bin/test`.
@main struct Runner {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}

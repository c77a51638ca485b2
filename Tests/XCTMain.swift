import Testing

/// Runs the tests. That it is here saves the index of all sources, from which they would be found otherwise.
@main struct Runner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}

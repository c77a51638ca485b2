import Logging

/// Log on the standard error output, which writes out the metadata of a request only once something is told of that request.
///
/// `StreamLogHandler` does it whenever metadata changes, and each request has its number.
struct LateLogHandler: LogHandler {
    var metadata = Logger.Metadata()
    private var stream: StreamLogHandler

    init(label: String) {
        stream = .standardError(label: label)
    }

    var logLevel: Logger.Level {
        get { stream.logLevel }
        set { stream.logLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.metadata = metadata.merging(event.metadata ?? [:]) { _, ofEvent in ofEvent }
        stream.log(event: event)
    }
}

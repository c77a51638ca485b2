import Classroom
import Pages
import Store

/// Address of this server as a QR code for the whole room. In a classroom without the internet, devices on the local
/// network reach the server by it.
struct JoinPage: Page {
    static let template = "attendance/join"
    let title = "Join"
    var tab: String? { "/more" }
    var isWholeScreen: Bool { true }
    let link: String
    let host: String
    let qr: QRCode
    /// Whether only this very device reaches the server by the address.
    let isOnlyHere: Bool

    init(_ origin: RequestOrigin) throws {
        link = origin.sharedBase + "/"
        host = origin.sharedHost
        qr = try QRCode(link)
        isOnlyHere = RequestOrigin.isLoopback(host)
    }

    var model: Model {
        [
            "title": title.model, "link": link.model, "host": host.model, "qr": qr.model,
            "isOnlyHere": isOnlyHere.model,
        ]
    }
}

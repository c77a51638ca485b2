import Classroom

/// All templates, which refer to each other by their names.
public struct Templates: Sendable {
    private let all: [Template]
    private let digits: @Sendable (Double) -> String

    /// - Parameters:
    ///   - files: names without an extension, such as `roster/avatar`, and sources.
    ///   - digits: writes a number as Swift does, for a device that has its platform do so.
    public init(
        _ files: [(name: String, source: [UInt8])], digits: @escaping @Sendable (Double) -> String = { $0.description }
    ) throws(TemplateError) {
        self.digits = digits
        let names = files.map { $0.name }
        var all: [Template] = []
        for file in files { all.append(try TemplateReader.read(file.name, file.source, known: names)) }
        self.all = all
    }

    /// Page alone; `nil` if there is no such template.
    public func render(_ name: String, _ model: Model) -> RenderedPage? {
        guard let template = template(name) else { return nil }
        return render(template, model, page: nil)
    }

    /// Page within a frame, which has its place for it. Neither sees the names of the other.
    public func render(_ name: String, _ model: Model, within frame: String, _ around: Model) -> RenderedPage? {
        guard let page = template(name), let frame = template(frame) else { return nil }
        return render(frame, around, page: (page, model))
    }

    private func render(_ template: Template, _ model: Model, page: (Template, Model)?) -> RenderedPage {
        var renderer = Renderer(templates: all, digits: digits, page: page)
        renderer.fill(template, with: model)
        return RenderedPage(html: renderer.html, unknown: renderer.unknown)
    }

    private func template(_ name: String) -> Template? { all.first { $0.name.isSame(as: name) } }
}

/// What has become of a template.
public struct RenderedPage: Sendable {
    /// In UTF-8.
    public let html: [UInt8]
    /// Names that the template asks for and no object has, each once, behind the name of the template.
    public let unknown: [String]
}

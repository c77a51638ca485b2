import Classroom

/// What is in the place of a class that was deleted, on a device: as the server's page of that problem.
public final class DeletedClassPage: Page, DevicePage {
    public static let template = "problem"
    public var title: String { "Deleted" }

    public var model: Model {
        var object = ModelObject()
        object.add("status", 404)
        object.add("title", title)
        object.add("detail", ClassSession.deletedWords)
        object.add("home", "/")
        object.add("isNotFound", true)
        object.add("mayRegister", false)
        return object.model
    }
}

/// Search words of text that is not in the book.
public enum SearchWords {
    /// Words without case and accents: "12 Quai des Émeraudes" has "12", "des", "emeraudes", "quai".
    public static func of(_ texts: [String]) -> Set<String> { SearchKey.words(texts) }
}

/// Text as searches see it, for what is not in the book.
public enum SearchWords {
    /// The words of these texts, without case and accents: "12 Quai des Émeraudes" has "12", "des", "emeraudes", "quai".
    public static func of(_ texts: [String]) -> Set<String> { SearchKey.words(texts) }
}

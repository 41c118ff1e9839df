/// How this product's programs name themselves in `User-Agent`.
public enum ProductAgent {
  public static let app = "dcr-terminal/1.0"
  /// `dcr-browser`, which runs apart from the app.
  public static let browser = app + " (in-app browser)"
}

import Workshop

/// The panel **Tokens**.
extension StateRegistry {
  static let tokens: [Entry] = [state("tokens", .signedIn, in: .tokens)]
}

import SharedValues

/// Tells the answer to a pending request from everything else that reaches its redirect URI.
///
/// Any program, and any page that guesses the port, can send something there (RFC 8252 §8.9, §8.10). Only the server that was asked, through the
/// browser that was opened, knows the 256 random bits of `state` (RFC 6749 §10.12): a redirect without them was not asked for, and must not end a
/// login under way.
public struct AwaitedRedirect: Hashable, Sendable {
  private let state: Secret

  public init(state: Secret) { self.state = state }

  /// Whether the redirect holds the state, anywhere in its query or fragment. The judges report any other defect of such an answer: its sender knows
  /// the state, so it answers this request.
  ///
  /// Compared in constant time.
  public func isAnswered(by uri: String) -> Bool {
    let parameters = uri.drop(whileScalar: { $0 != "?" && $0 != "#" })
    return parameters.split(whereScalar: { ["?", "#", "&"].contains($0) }).contains { pair in
      guard let parameter = try? FormParameters(parsing: String(pair)) else { return false }
      return parameter["state"]?.isExactlyInConstantTime(state.revealed) ?? false
    }
  }
}

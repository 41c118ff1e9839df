import SharedValues

/// A JWS that a request of a lesson's own carries.
public enum LabSigned: Hashable, Sendable {
  /// One that was signed for another request, or was never signed.
  case text(String)
  /// The secure element of a phone signs it for this request.
  case signed(LabSignature)
}

extension LabRequest {
  /// Whose secure element signs it; `nil`: nobody's.
  public var signer: String? {
    for case .signed(let signature)? in [proof, assertion] { return signature.device }
    return nil
  }
}

public struct LabSignature: Hashable, Sendable {
  /// Whose secure element signs.
  public var device: String
  /// Of an assertion: whose it is.
  public var client: String
  /// Claims that stand in the place of what belongs there; with an empty value they are left out.
  public var claims: [LabPair]
  /// Seconds by which it is dated ahead.
  public var ahead: Int
}

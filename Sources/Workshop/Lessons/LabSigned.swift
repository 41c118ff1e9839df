import SharedValues

/// A JWS that a lesson's own request carries.
package enum LabSigned: Hashable, Sendable {
  /// A JWS that was signed for another request, or a text that was never signed.
  case text(String)
  /// A phone's secure element signs it for this request.
  case signed(LabSignature)
}

extension LabRequest {
  /// The phone whose secure element signs; `nil`: none does.
  package var signer: String? {
    for case .signed(let signature)? in [proof, assertion] { return signature.device }
    return nil
  }
}

package struct LabSignature: Hashable, Sendable {
  /// The phone whose secure element signs.
  package var device: String
  /// For an assertion: the client that it is about.
  package var client: String
  /// Claims that replace the correct ones; an empty value removes the claim.
  package var claims: [LabPair]
  /// How many seconds in the future it is dated.
  package var ahead: Int
}

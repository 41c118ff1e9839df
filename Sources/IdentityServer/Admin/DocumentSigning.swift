import ForeignText
import Foundation
import JWTKit
import SharedValues

/// Documents that this server vouches for, besides its tokens: signed with the key that signs ID tokens, and told from those by
/// their type (RFC 8725 §3.11).
public struct DocumentSigning: Sendable {
  private let keys: SigningKeys

  /// A key that was retired verifies for so long, in seconds, as long as it has not been removed.
  private static let lifetime: TimeInterval = 10 * 365 * 86_400
  /// In bytes, what a document may be long.
  public static let limit = 256 << 10

  /// - Throws: ``IdentityServerError`` `server_database_missing` when no server has run there yet, and what opening raises.
  public init(databasePath: String, time: TimeSource = .system) throws(IdentityServerError) {
    keys = SigningKeys(store: try Store(existing: databasePath), time: time, lifetime: DocumentSigning.lifetime)
  }

  /// In compact form (RFC 7515 §7.1).
  public func sign(_ claims: JSON, type: String) async throws -> String {
    try await keys.sign(Payload(claims: claims), type: type)
  }

  /// The claims of a document of this type that this server has signed; `nil` for any other text.
  public func claims(of document: String, type: String) async throws -> JSON? {
    guard document.utf8.count <= DocumentSigning.limit else { return nil }
    let parts = document.split(scalar: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]).flatMap({ try? JSON.parse($0) }),
      try await keys.claims(of: document, as: Payload.self, type: type, upTo: DocumentSigning.limit) != nil
    else { return nil }
    return payload
  }

  private struct Payload: JWTPayload {
    var claims: JSON

    init(claims: JSON) { self.claims = claims }
    /// Only the signature is asked for.
    init(from decoder: any Decoder) { claims = [:] }

    func encode(to encoder: any Encoder) throws { try EncodableJSON(claims).encode(to: encoder) }
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }
}

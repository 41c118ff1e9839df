import SharedValues

/// The public keys that a client registers (RFC 7591 §2, `jwks`). During a key change there may be several.
struct ClientKeySet: Hashable, Sendable {
  static let maximumCount = 5
  static let maximumBytes = 8192

  let keys: [JSONWebKey]
  /// As registered.
  let json: JSON

  /// - Throws: `invalid_client_metadata`, naming the defect.
  init(_ json: JSON) throws(OAuthError) {
    guard json.compact.utf8.count <= ClientKeySet.maximumBytes else {
      throw ClientKeySet.refused("takes more than \(ClientKeySet.maximumBytes) bytes")
    }
    guard let members = json["keys"]?.arrayValue, (1...ClientKeySet.maximumCount).contains(members.count) else {
      throw ClientKeySet.refused("must be a JSON Web Key Set of 1 to \(ClientKeySet.maximumCount) keys")
    }
    var keys: [JSONWebKey] = []
    for member in members {
      do throws(JSONWebKey.Defect) { keys.append(try JSONWebKey(member)) } catch {
        throw ClientKeySet.refused("a key \(error.rawValue)")
      }
    }
    guard Set(keys.map(\.thumbprint)).count == keys.count else { throw ClientKeySet.refused("holds a key twice") }
    guard keys.count == 1 || Set(keys.compactMap(\.id)).count == keys.count else {
      throw ClientKeySet.refused("must have a kid for each of several keys, and none twice")
    }
    (self.keys, self.json) = (keys, json)
  }

  /// The key that a token's header names. `kid` may be omitted when there is only one key (RFC 7515 §4.1.4).
  func key(named id: String?) -> JSONWebKey? {
    guard keys.count == 1 else { return id.flatMap { id in keys.first { $0.id == id } } }
    return id == nil || keys[0].id == nil || keys[0].id == id ? keys[0] : nil
  }

  private static func refused(_ reason: String) -> OAuthError { OAuthError(.invalidClientMetadata, "jwks \(reason)") }
}

import JWTKit
import SharedValues

/// The signed content of an ID token: the protocol's claims, and the requested claims about the person.
struct IDTokenPayload: JWTPayload {
  var claims: IDTokenClaims
  var about: [JSON.Member]

  init(claims: IDTokenClaims, about: [JSON.Member]) { (self.claims, self.about) = (claims, about) }

  /// A hint is judged by the protocol's claims only.
  init(from decoder: any Decoder) throws { self.init(claims: try IDTokenClaims(from: decoder), about: []) }

  func encode(to encoder: any Encoder) throws {
    try claims.encode(to: encoder)
    var container = encoder.container(keyedBy: ClaimName.self)
    for member in about { try container.encode(EncodableJSON(member.value), forKey: ClaimName(member.name)) }
  }

  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// Any claims to be signed. They are not read back: a signature is all that its reader needs, or nothing, because the database has the token's hash.
struct UnreadPayload: JWTPayload {
  var claims: JSON

  init(claims: JSON) { self.claims = claims }
  init(from decoder: any Decoder) { claims = [:] }

  func encode(to encoder: any Encoder) throws { try EncodableJSON(claims).encode(to: encoder) }
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

private struct ClaimName: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// JSON that is encoded unchanged.
struct EncodableJSON: Encodable {
  let value: JSON

  init(_ value: JSON) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let members):
      var container = encoder.container(keyedBy: ClaimName.self)
      for member in members { try container.encode(EncodableJSON(member.value), forKey: ClaimName(member.name)) }
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(EncodableJSON(value)) }
    default: try encodeSingle(encoder)
    }
  }

  private func encodeSingle(_ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .string(let text): try container.encode(text)
    case .bool(let flag): try container.encode(flag)
    case .number where value.intValue != nil: try container.encode(value.intValue)
    case .number: try container.encode(value.doubleValue)
    default: try container.encodeNil()
    }
  }
}

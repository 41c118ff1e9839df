import SharedValues

/// A request of an app to the secure element: one line of JSON, answered by one line (``ElementAnswer``).
package enum ElementRequest: Hashable, Sendable {
  case make(use: KeyUse, demandsUser: Bool)
  case list
  case delete(thumbprint: String)
  case sign(bytes: [UInt8], thumbprint: String, presence: PresenceAnswer?)
  /// Deletes all keys, even if their file is damaged.
  case erase

  /// The longest line in either direction, in bytes.
  package static let lineLimit = 64 * 1024
  /// The longest message that is signed, in bytes. The JWSs of this app are far shorter.
  package static let messageLimit = 32 * 1024

  /// The line to send, with its line feed.
  package var line: [UInt8] { Array((json.compact + "\n").utf8) }

  private var json: JSON {
    switch self {
    case .make(let use, let demandsUser):
      ["do": "make", "use": .string(use.rawValue), "demands_user": .bool(demandsUser)]
    case .list: ["do": "list"]
    case .delete(let thumbprint): ["do": "delete", "thumbprint": .string(thumbprint)]
    case .sign(let bytes, let thumbprint, let presence):
      (["do": "sign", "thumbprint": .string(thumbprint), "bytes": .string(Base64URL.encode(bytes))] as JSON)
        .setting("challenge", presence.map { .string($0.challenge) })
        .setting("verdict", presence.map { .string($0.verdict.rawValue) })
    case .erase: ["do": "erase"]
    }
  }

  /// - Throws: ``SecureElementError/protocolBroken(detail:)`` for a line that no app of this product sends.
  package init(line: [UInt8]) throws(SecureElementError) {
    guard let json = try? JSON.parse(line), let name = json["do"]?.stringValue else {
      throw .protocolBroken(detail: "the request is no object with a member “do”")
    }
    let thumbprint = json["thumbprint"]?.stringValue ?? ""
    switch name {
    case "list": self = .list
    case "erase": self = .erase
    case "make":
      guard let use = json["use"]?.stringValue.flatMap(KeyUse.init(rawValue:)),
        let demands = json["demands_user"]?.boolValue
      else {
        throw .protocolBroken(detail: "a request for a key does not say what it is for")
      }
      self = .make(use: use, demandsUser: demands)
    case "delete": self = .delete(thumbprint: thumbprint)
    case "sign":
      guard let bytes = json["bytes"]?.stringValue.flatMap({ Base64URL.decode($0) }),
        bytes.count <= ElementRequest.messageLimit
      else { throw .protocolBroken(detail: "what is to be signed is not base64url, or too long") }
      self = .sign(bytes: bytes, thumbprint: thumbprint, presence: try ElementRequest.presence(json))
    default: throw .protocolBroken(detail: "nobody can be asked for that")
    }
  }

  private static func presence(_ json: JSON) throws(SecureElementError) -> PresenceAnswer? {
    switch (json["challenge"], json["verdict"]) {
    case (nil, nil): return nil
    case (.string(let challenge)?, .string(let word)?):
      if let verdict = PresenceAnswer.Verdict(rawValue: word) { return PresenceAnswer(challenge: challenge, verdict) }
      fallthrough
    default: throw .protocolBroken(detail: "half an answer of the user")
    }
  }
}

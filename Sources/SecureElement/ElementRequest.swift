import FoundationEssentials
import SharedValues

/// A request of an app to the secure element: one line of JSON, answered by one line (``ElementAnswer``).
package enum ElementRequest: Hashable, Sendable {
  case make(use: KeyUse, demandsUser: Bool)
  case list
  case delete(thumbprint: String)
  case sign(bytes: [UInt8], thumbprint: String, presence: PresenceAnswer?)
  /// Deletes all keys, even if their file is damaged.
  case erase

  package static let lineLimit = 64 * 1024
  /// The longest message that is signed, in bytes. The JWSs of this app are far shorter.
  package static let messageLimit = 32 * 1024

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
      else { throw .protocolBroken(detail: "a request for a key does not say what it is for") }
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

/// An answer of the secure element: one line of JSON. It cannot hold a private key.
package enum ElementAnswer: Hashable, Sendable {
  case made(ElementKey)
  case keys([ElementKey])
  /// r and s, 32 bytes each.
  case signature([UInt8])
  case done
  case failed(SecureElementError)

  package var line: [UInt8] { Array((json.compact + "\n").utf8) }

  private var json: JSON {
    switch self {
    case .made(let key): ["key": key.json]
    case .keys(let keys): ["keys": .array(keys.map(\.json))]
    case .signature(let bytes): ["signature": .string(Base64URL.encode(bytes))]
    case .done: ["done": true]
    case .failed(let error): ["error": .string(error.code.rawValue), "detail": .string(error.detail)]
    }
  }

  /// - Throws: ``SecureElementError/protocolBroken(detail:)`` for a line that is no answer.
  package init(line: [UInt8]) throws(SecureElementError) {
    let json = try? JSON.parse(line)
    if let code = json?["error"]?.stringValue.flatMap(SecureElementError.Code.init(rawValue:)) {
      self = .failed(SecureElementError(code, detail: json?["detail"]?.stringValue ?? ""))
    } else if let key = json?["key"].flatMap(ElementKey.init(json:)) {
      self = .made(key)
    } else if let members = json?["keys"]?.arrayValue, case let keys = members.compactMap(ElementKey.init(json:)),
      keys.count == members.count
    {
      self = .keys(keys)
    } else if let bytes = json?["signature"]?.stringValue.flatMap({ Base64URL.decode($0) }), bytes.count == 64 {
      self = .signature(bytes)
    } else if json?["done"]?.boolValue == true {
      self = .done
    } else {
      throw .protocolBroken(detail: "the secure element's answer makes no sense")
    }
  }
}

extension ElementKey {
  fileprivate var json: JSON {
    [
      "thumbprint": .string(thumbprint), "use": .string(use.rawValue), "x": .string(Base64URL.encode(publicKey.x)),
      "y": .string(Base64URL.encode(publicKey.y)), "made_at": .number(String(Int(madeAt.timeIntervalSince1970))),
      "demands_user": .bool(demandsUser),
    ]
  }

  fileprivate init?(json: JSON) {
    func bytes(_ name: String) -> [UInt8]? { json[name]?.stringValue.flatMap { Base64URL.decode($0) } }
    guard let thumbprint = json["thumbprint"]?.stringValue, Base64URL.decode(thumbprint)?.count == 32,
      let use = json["use"]?.stringValue.flatMap(KeyUse.init(rawValue:)), let x = bytes("x"), let y = bytes("y"),
      let publicKey = P256PublicKey(x: x, y: y), let seconds = json["made_at"]?.intValue,
      let demandsUser = json["demands_user"]?.boolValue
    else { return nil }
    self.init(
      thumbprint: thumbprint, use: use, publicKey: publicKey,
      madeAt: Date(timeIntervalSince1970: Double(seconds)), demandsUser: demandsUser)
  }
}

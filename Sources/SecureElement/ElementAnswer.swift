import FoundationEssentials
import SharedValues

/// An answer of the secure element: one line of JSON. It cannot hold a private key.
package enum ElementAnswer: Hashable, Sendable {
  case made(ElementKey)
  case keys([ElementKey])
  /// r and s, 32 bytes each.
  case signature([UInt8])
  case done
  case failed(SecureElementError)

  /// The line to send, with its line feed.
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

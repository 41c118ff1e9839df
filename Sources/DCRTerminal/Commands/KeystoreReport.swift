/// The content of the keystore, for people and for scripts. Secrets are masked unless the user asks for them.
struct KeystoreReport {
  let inspection: KeystoreInspection
  let document: KeystoreDocument
  let reveals: Bool

  /// `client_secret` and `registration_access_token` are present if the registration has them; `id_token` if secrets are revealed.
  var object: JSON {
    let json: JSON = [
      "saved": true, "version": JSON(integerLiteral: document.version), "issuer": .string(document.issuer),
      "client_id": document.clientID.map(JSON.string) ?? .null, "registered": .bool(document.registration != nil),
      "registered_at": document.registeredAt.map { .string(KeystoreTimestamp.text($0)) } ?? .null,
      "expires_at": expiresAt.map { .string(KeystoreTimestamp.text($0)) } ?? .null,
      "saved_at": .string(KeystoreTimestamp.text(document.savedAt)),
      "protection": .string(inspection.protection.rawValue), "id_token_kept": .bool(document.idToken != nil),
      "refresh_token_kept": .bool(document.refreshToken != nil),
      "path": .string(inspection.path), "size": JSON(integerLiteral: inspection.size),
    ]
    let stored = document.registration ?? .null
    let registration = reveals ? stored : KeystoreReport.masked(stored)
    let secrets = ["client_secret", "registration_access_token"].reduce(json) { $0.setting($1, registration[$1]) }
    guard reveals else { return secrets }
    return secrets.setting("id_token", (document.idToken?.revealed).map(JSON.string))
      .setting("refresh_token", (document.refreshToken?.revealed).map(JSON.string))
  }

  var lines: String {
    let protection =
      switch inspection.protection {
      case .device: "device: the key in device.key beside it opens it"
      case .passphrase: "passphrase: scrypt with work factor \(inspection.workFactor.map(String.init) ?? "?")"
      }
    return Columns.text([
      ["File", "\(inspection.path), \(inspection.size) bytes"],
      ["Protection", protection],
      ["Issuer", document.issuer],
      ["Client id", document.clientID ?? "none"],
      ["Client secret", clientSecret ?? "none"],
      ["Registered", document.registeredAt.map(KeystoreTimestamp.text) ?? "never; the client is a static one"],
      ["Secret expires", expiresAt.map(KeystoreTimestamp.text) ?? "never"],
      ["Last saved", KeystoreTimestamp.text(document.savedAt)],
      ["ID token", shown(document.idToken, "kept, as a hint for the next login")],
      ["Refresh token", shown(document.refreshToken, "kept, to sign in silently at the next start")],
    ])
  }

  private func shown(_ token: Secret?, _ kept: String) -> String {
    guard let token else { return "none" }
    return reveals ? token.revealed : kept
  }

  private var clientSecret: String? {
    document.registration?["client_secret"]?.stringValue.map { reveals ? $0 : Secret($0).masked }
  }

  /// RFC 7591 §3.2.1: seconds since 1970; 0 means never.
  private var expiresAt: Date? {
    guard let seconds = document.registration?["client_secret_expires_at"]?.doubleValue, seconds > 0 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  /// The document with every member masked, at any depth, whose name marks it as a secret or a token.
  static func masked(_ json: JSON) -> JSON {
    json.masking { member in
      guard case .string(let text) = member.value,
        ["_secret", "_token", "password"].contains(where: { member.name.hasSuffix(bytes: $0) })
      else { return nil }
      return .string(Secret(text).masked)
    }
  }
}

extension JSON {
  /// The document with another value for each member, at any depth, for which `mask` returns one.
  func masking(_ mask: (JSON.Member) -> JSON?) -> JSON {
    switch self {
    case .object(let members): .object(members.map { JSON.Member($0.name, mask($0) ?? $0.value.masking(mask)) })
    case .array(let values): .array(values.map { $0.masking(mask) })
    default: self
    }
  }
}

import SharedValues

/// TLS (RFC 9525, RFC 5280) at each endpoint, and servers that do not finish an answer.
extension Offence {
  private static func identity(_ place: Place, _ identity: ServerIdentity) -> Offence {
    Offence(
      what: "\(identity.rawValue) certificate", place: place, code: identity.code, requests: Place.before(place),
      isWarning: place == .userinfo, identity: identity)
  }

  private static func slow(_ place: Place) -> [Offence] {
    let all: [Offence] = [
      .answer(place, "silence", "timeout", isSlow: true) { $0.answer.delivery = .silence },
      .answer(place, "a byte at a time", "timeout", isSlow: true) { $0.answer.delivery = .drip },
    ]
    return all.map { offence in
      var offence = offence
      offence.isWarning = place == .userinfo
      return offence
    }
  }

  static let transportOffences = identities + slowServers + wire

  private static let identities: [Offence] = answering.flatMap { place in
    [ServerIdentity.otherAuthority, .expired, .wrongHost].map { identity(place, $0) }
  }
  private static let slowServers: [Offence] = (answering + [.refresh]).flatMap(slow)
  private static let answering: [Place] = [.metadata, .registrationToken, .registration, .keys, .userinfo]

  private static let wire: [Offence] = [
    .answer(.registrationToken, "another protocol", "malformed_response") {
      $0.answer.delivery = .raw(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8))
    },
    .answer(.registration, "another protocol", "malformed_response") {
      $0.answer.delivery = .raw(Array("220 mail.example ESMTP\r\n\r\n".utf8))
    },
    .answer(.token, "no answer at all", "connection_lost") { $0.answer.delivery = .raw([]) },
    .answer(.token, "endless headers", "malformed_response") {
      let line = "X: " + String(repeating: "x", count: 8000) + "\r\n"
      $0.answer.delivery = .flood(Array(("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 50)).utf8))
    },
    .answer(.token, "an endless body", "body_too_large") {
      $0.answer.body = [UInt8](repeating: 0x20, count: 60_000)
      $0.answer.delivery = .endless
    },
  ]
}

/// The fault files that are part of the program, from Presets/; a preset's name is the file name without `.json`.
package enum FaultPresets {
  package struct Preset: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]
    package var plan: FaultPlan
  }

  package static let all: [Preset] = names.map { name in
    let bytes = Array((Embedded.presets[name + ".json"] ?? "").utf8)
    do {
      return Preset(name: name, bytes: bytes, plan: try FaultFile.read(bytes, name: name + ".json"))
    } catch { preconditionFailure("a preset that comes with the program is wrong: \(error)") }
  }

  package static func named(_ name: String) -> Preset? { all.first { $0.name == name } }

  package static let names = [
    "server-down-at-start", "server-down-during-registration", "registration-answer-lost", "phone-offline",
    "slow-network", "flaky-network", "server-overloaded", "proxy-in-the-way", "certificate-expired",
    "certificate-wrong-host", "man-in-the-middle", "client-revoked", "secret-expired", "registration-closed",
    "forged-state", "mix-up",
    "login-denied", "bad-signature", "replayed-id-token", "evil-issuer", "refresh-token-used-up",
    "another-user-after-refresh", "userinfo-of-another", "disk-full", "keystore-damaged", "browser-closed",
    "browser-missing", "nonce-always-new", "proof-of-another-key", "proof-replayed", "proof-clock-off",
    "proof-of-another-token", "code-of-another-key", "dpop-ignored", "dpop-refused", "request-reference-expired",
    "request-reference-stolen", "push-answer-half", "push-answer-garbage", "assertion-for-another-server",
    "assertion-expired", "assertion-replayed", "token-key-lost", "client-key-lost", "element-unavailable",
    "presence-refused", "presence-timed-out", "compressed-answers", "old-http",
  ]
}

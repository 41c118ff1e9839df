// The JSON that keystore.age holds: {version, issuer, registered_at, saved_at, registration, asked, id_token, refresh_token, scope, dpop_jkt}, or, without
// a registration, {version, issuer, client_id, saved_at, id_token, refresh_token, scope, dpop_jkt}. Described in docs/keystore-format.md.

import FoundationEssentials
import SharedValues

extension KeystoreDocument {
  /// Indented by two spaces per level, with a line feed at the end, because people read it with `age -d`.
  public var bytes: [UInt8] { Array((json.pretty + "\n").utf8) }

  /// The decrypted content of `keystore.age`, with every secret in it.
  public var json: JSON {
    var json: JSON = ["version": JSON(integerLiteral: version), "issuer": .string(issuer)]
    if let registeredAt { json = json.setting("registered_at", .string(KeystoreTimestamp.text(registeredAt))) }
    if registration == nil, let staticClientID { json = json.setting("client_id", .string(staticClientID)) }
    json = json.setting("saved_at", .string(KeystoreTimestamp.text(savedAt)))
    if let registration {
      json = json.setting("registration", registration)
      if let asked { json = json.setting("asked", asked) }
    }
    if let idToken { json = json.setting("id_token", .string(idToken.revealed)) }
    if let refreshToken { json = json.setting("refresh_token", .string(refreshToken.revealed)) }
    if let scope { json = json.setting("scope", .string(scope)) }
    if let tokenKey { json = json.setting("dpop_jkt", .string(tokenKey)) }
    return json
  }

  /// - Throws: ``KeystoreError/Code/newerVersion``, ``KeystoreError/Code/damagedDocument`` naming the member.
  init(bytes: [UInt8], path: String) throws(KeystoreError) {
    let json: JSON
    do {
      json = try JSON.parse(bytes)
    } catch {
      throw KeystoreError(.damagedDocument, path: path, detail: "not JSON \(error)")
    }
    let version = try KeystoreDocument.version(json, path: path)
    let members = Members(json: json, path: path)
    issuer = try members.required("issuer", "a text") { $0.stringValue }
    savedAt = try members.required("saved_at", "a time") { $0.stringValue.flatMap(KeystoreTimestamp.date) }
    if version == 1 {
      registration = try members.required("registration", "an object") { $0.objectValue == nil ? nil : $0 }
      registeredAt = try members.required("registered_at", "a time") { $0.stringValue.flatMap(KeystoreTimestamp.date) }
      asked = try members.optional("asked", "an object") { $0.objectValue == nil ? nil : $0 }
    } else {
      staticClientID = try members.required("client_id", "a text") { $0.stringValue }
    }
    // Registered and configured clients both keep tokens.
    idToken = try members.optional("id_token", "a text") { $0.stringValue.map(Secret.init) }
    refreshToken = try members.optional("refresh_token", "a text") { $0.stringValue.map(Secret.init) }
    scope = try members.optional("scope", "a text") { $0.stringValue }
    tokenKey = try members.optional("dpop_jkt", "a text") { $0.stringValue }
  }

  private static func version(_ json: JSON, path: String) throws(KeystoreError) -> Int {
    guard let version = json["version"]?.intValue, version >= 1 else {
      throw KeystoreError(
        .damagedDocument, path: path,
        detail: "expected \("a number from \(1) to \(currentVersion)" as Term) in “\("version")”")
    }
    guard version <= currentVersion else {
      throw KeystoreError(
        .newerVersion, path: path, detail: "it has version \(version), this program knows \(currentVersion)")
    }
    return version
  }

  private struct Members {
    let json: JSON
    let path: String

    func required<Value>(_ name: String, _ expected: Term, _ read: (JSON) -> Value?) throws(KeystoreError) -> Value {
      guard let value = json[name].flatMap(read) else {
        throw KeystoreError(.damagedDocument, path: path, detail: "expected \(expected) in “\(name)”")
      }
      return value
    }

    func optional<Value>(_ name: String, _ expected: Term, _ read: (JSON) -> Value?) throws(KeystoreError) -> Value? {
      switch json[name] {
      case nil, .null: nil
      case .some: try required(name, expected, read)
      }
    }
  }
}

/// Times as RFC 3339 in UTC, to the millisecond: `2026-01-02T03:04:05Z`, `2026-01-02T03:04:05.678Z`.
public enum KeystoreTimestamp {
  public static func text(_ date: Date) -> String {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
    let (seconds, rest) = (milliseconds.floored(by: 1000), milliseconds - milliseconds.floored(by: 1000) * 1000)
    let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    guard rest != 0 else { return whole }
    let digits = String(rest)
    return whole.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }

  static func date(_ text: String) -> Date? {
    guard let parts = text.without(suffix: "Z")?.split(scalar: ".", omittingEmptySubsequences: false), parts.count <= 2
    else { return nil }
    guard let whole = CalendarTime.seconds(parts[0]) else { return nil }
    guard parts.count == 2 else { return Date(timeIntervalSince1970: Double(whole)) }
    guard parts[1].utf8.count == 3, let rest = Int(parts[1]), rest >= 0 else { return nil }
    return Date(timeIntervalSince1970: (Double(whole) * 1000 + Double(rest)) / 1000)
  }
}

extension Int64 {
  fileprivate func floored(by divisor: Int64) -> Int64 { self >= 0 ? self / divisor : (self - divisor + 1) / divisor }
}

import Catalogue
import Foundation
import Keystore
import SharedValues

/// What the keystore holds, for people and for scripts. Secrets are masked unless they are asked for.
struct KeystoreReport {
  private let inspection: KeystoreInspection
  private let document: KeystoreDocument
  private let reveals: Bool

  init(_ inspection: KeystoreInspection, _ document: KeystoreDocument, reveals: Bool) {
    self.inspection = inspection
    self.document = document
    self.reveals = reveals
  }

  /// `client_secret` and `registration_access_token` are there when the registration has them; `id_token` when revealed.
  var object: JSON {
    let json: JSON = [
      "saved": true, "version": JSON(integerLiteral: document.version),
      "issuer": .string(document.issuer),
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
    let secrets = ["client_secret", "registration_access_token"].reduce(json) { json, name in
      registration[name].map { json.setting(name, $0) } ?? json
    }
    guard reveals else { return secrets }
    return [("id_token", document.idToken), ("refresh_token", document.refreshToken)].reduce(secrets) { json, token in
      token.1.map { json.setting(token.0, .string($0.revealed)) } ?? json
    }
  }

  var lines: String {
    let catalogue = Catalogue()
    let protection =
      switch inspection.protection {
      case .device: catalogue(.keystoreByDevice)
      case .passphrase: catalogue(.keystoreByPassphrase, ["factor": inspection.workFactor.map(String.init) ?? "?"])
      }
    let rows: [(Phrase, String)] = [
      (.keystoreRowFile, catalogue(.keystoreFileSize, ["path": inspection.path, "size": "\(inspection.size)"])),
      (.keystoreRowProtection, protection),
      (.keystoreRowIssuer, document.issuer),
      (.keystoreRowClient, document.clientID ?? catalogue(.keystoreNone)),
      (.keystoreRowSecret, clientSecret ?? catalogue(.keystoreNone)),
      (.keystoreRowRegistered, document.registeredAt.map(KeystoreTimestamp.text) ?? catalogue(.keystoreStaticClient)),
      (.keystoreRowExpires, expiresAt.map(KeystoreTimestamp.text) ?? catalogue(.keystoreNever)),
      (.keystoreRowSaved, KeystoreTimestamp.text(document.savedAt)),
      (.keystoreRowIDToken, shown(document.idToken, .keystoreKept)),
      (.keystoreRowRefreshToken, shown(document.refreshToken, .keystoreKeptForStart)),
    ]
    let width = rows.map { catalogue($0.0).count }.max() ?? 0
    return rows.map { catalogue($0).padding(toLength: width + 2, withPad: " ", startingAt: 0) + CommandError.line($1) }
      .joined(separator: "\n")
  }

  private func shown(_ token: Secret?, _ kept: Phrase) -> String {
    guard let token else { return Catalogue()(.keystoreNone) }
    return reveals ? token.revealed : Catalogue()(kept)
  }

  private var clientSecret: String? {
    document.registration?["client_secret"]?.stringValue.map { reveals ? $0 : Secret($0).masked }
  }

  /// RFC 7591 §3.2.1: seconds since 1970, 0 for never.
  private var expiresAt: Date? {
    guard let seconds = document.registration?["client_secret_expires_at"]?.doubleValue, seconds > 0 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  /// The same document with every member masked whose name says that it is a secret or a token, at any depth.
  static func masked(_ json: JSON) -> JSON {
    switch json {
    case .object(let members):
      .object(
        members.map { member in
          let isSecret =
            member.name.hasSuffix("_secret") || member.name.hasSuffix("_token") || member.name.hasSuffix("password")
          guard isSecret, case .string(let text) = member.value else {
            return JSON.Member(member.name, masked(member.value))
          }
          return JSON.Member(member.name, .string(Secret(text).masked))
        })
    case .array(let values): .array(values.map(masked))
    case .string, .number, .bool, .null: json
    }
  }
}

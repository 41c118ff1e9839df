import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// A device without a browser (RFC 8628), as far as the tests need one.
extension TestApp {
  static let deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

  /// §3.1.
  func askForCodes(_ changes: [String: String?] = [:], adding more: [(String, String)] = []) async throws
    -> HTTPResponse
  {
    var fields: [String: String?] = ["scope": scope]
    fields.merge(changes) { $1 }
    return try await post(
      "/oauth/v2/oauth-device-authorization", fields.compactMap { name, value in value.map { (name, $0) } } + more)
  }

  /// §3.4.
  func poll(_ codes: JSON) async throws -> HTTPResponse {
    try await post(
      "/oauth/v2/oauth-token",
      [("grant_type", TestApp.deviceGrant), ("device_code", codes["device_code"]?.stringValue ?? "")])
  }
}

extension TestBrowser {
  /// Enters a device's code; the answer is the login, the question, or the code page again.
  func type(_ code: String, at codes: JSON) async throws -> HTTPResponse {
    let page = try await get(codes["verification_uri"]?.stringValue ?? "")
    return try await submit(page, [("user_code", code)])
  }

  /// From the code to the question, with a login if necessary.
  func bring(_ codes: JSON, as user: String = "demouser", _ password: String = "Password1") async throws
    -> HTTPResponse
  {
    let page = try await type(codes["user_code"]?.stringValue ?? "", at: codes)
    guard page.text.contains("name=\"password\"") else { return page }
    return try await submit(page, [("username", user), ("password", password)])
  }

  /// Everything that the user does (§3.3).
  func decide(_ codes: JSON, _ decision: String = "allow") async throws -> HTTPResponse {
    try await submit(try await bring(codes), [("decision", decision)])
  }
}

extension TestServer {
  static let deviceMetadata = tutorialMetadata.setting(
    "grant_types", ["authorization_code", "refresh_token", .string(TestApp.deviceGrant)])

  func deviceAuthorizations(_ status: String? = nil) async throws -> Int {
    try await database {
      try Int.fetchOne(
        $0, sql: "SELECT count(*) FROM device_authorizations WHERE status = coalesce(?, status)", arguments: [status])
        ?? 0
    }
  }
}

import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

extension TestApp {
  /// Pushes the parameters of ``authorizationURL(_:adding:)``.
  func push(
    _ changes: [String: String?] = [:], adding more: [(String, String)] = [], basic: Bool = true
  ) async throws -> HTTPResponse {
    let query = authorizationURL(changes, adding: more).split(separator: "?", maxSplits: 1)[1]
    var headers = [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    var body = String(query)
    if let secret, basic {
      headers.append(HTTPHeader("Authorization", "Basic " + Data("\(clientID):\(secret)".utf8).base64EncodedString()))
    } else if let secret {
      body += "&client_secret=" + PercentCoding.encode(secret, .unreserved)
    }
    return try await server.send(
      HTTPRequest(
        "POST", server.origin + "/oauth/v2/oauth-authorize/par", headers: headers, body: Array(body.utf8)))
  }

  /// The reference of a new pushed request.
  func pushed(_ changes: [String: String?] = [:]) async throws -> String {
    let answer = try await push(changes)
    return try #require(answer.json["request_uri"]?.stringValue, "\(answer.text)")
  }

  /// The browser's address: client and reference (RFC 9126 §4).
  func presenting(_ reference: String, adding more: [(String, String)] = []) -> String {
    server.origin + "/oauth/v2/oauth-authorize?"
      + String(decoding: form([("client_id", clientID), ("request_uri", reference)] + more), as: UTF8.self)
  }
}

extension TestServer {
  func database<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await server.provider.store.pool.write(body)
  }

  func issuedTokens() async throws -> Int {
    try await database { try Int.fetchOne($0, sql: "SELECT count(*) FROM tokens") ?? 0 }
  }

  func pushedRequests() async throws -> Int {
    try await database { try Int.fetchOne($0, sql: "SELECT count(*) FROM pushed_requests") ?? 0 }
  }
}

/// The claims of a token, not verified.
func unverifiedClaims(of token: JSON?) throws -> JSON {
  let parts = (token?.stringValue ?? "").split(separator: ".").map(String.init)
  try #require(parts.count == 3)
  return try JSON.parse(try #require(Base64URL.decode(parts[1])))
}

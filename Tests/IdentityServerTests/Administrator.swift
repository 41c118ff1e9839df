import Foundation
import SharedValues

@testable import IdentityServer

/// A person at the administration pages.
final class Administrator {
  let browser: TestBrowser
  let base: String

  init(_ server: TestServer) async throws {
    browser = TestBrowser(server)
    base = String(server.server.adminURL.dropLast("/admin".count))
    let login = try await get("/admin")
    _ = try await browser.post(
      base + "/admin/login", [("form", login.hiddenForm), ("username", "admin"), ("password", "Password1")])
  }

  func get(_ path: String) async throws -> HTTPResponse { try await browser.get(base + path) }

  /// Submits the form of a page that posts to itself.
  func submit(_ page: String, _ fields: [(String, String)], confirming: Bool = true) async throws -> HTTPResponse {
    try await submit(page, nil, fields, confirming: confirming)
  }

  /// Submits a page's form for an action.
  func submit(
    _ page: String, _ action: String?, _ fields: [(String, String)], confirming: Bool = true
  ) async throws -> HTTPResponse {
    let shown = try await get(page)
    let form = action.map { shown.hiddenForm(of: $0) } ?? shown.ownForm
    return try await browser.post(
      base + (action ?? page), [("form", form)] + fields + (confirming ? [("confirmed", "yes")] : []))
  }
}

extension HTTPResponse {
  fileprivate var ownForm: String {
    guard let start = text.range(of: "<form method=\"post\" class=")?.upperBound,
      let mark = text[start...].range(of: "name=\"form\" value=\"")?.upperBound
    else { return "" }
    return String(text[mark...].prefix { $0 != "\"" })
  }
}

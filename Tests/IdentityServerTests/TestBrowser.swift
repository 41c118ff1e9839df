import Foundation
import SharedValues

@testable import IdentityServer

/// A minimal browser: a cookie jar; it fills in forms by name, and returns redirects instead of following them.
final class TestBrowser {
  var cookies: [String: String] = [:]
  private let server: TestServer

  init(_ server: TestServer) { self.server = server }

  func get(_ url: String, headers: [HTTPHeader] = []) async throws -> HTTPResponse {
    try await send(HTTPRequest("GET", url, headers: headers))
  }

  func post(
    _ url: String, _ fields: [(String, String)], headers: [HTTPHeader] = []
  ) async throws -> HTTPResponse {
    try await send(
      HTTPRequest(
        "POST", url, headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")] + headers,
        body: form(fields)))
  }

  private func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    if !cookies.isEmpty {
      let line = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      request.headers.append(HTTPHeader("Cookie", line))
    }
    let response = try await server.send(request)
    for line in response.headers[all: "Set-Cookie"] {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if line.contains("Max-Age=0") {
        cookies[String(pair[0])] = nil
      } else {
        cookies[String(pair[0])] = String(pair[1])
      }
    }
    return response
  }

  /// Submits a page's form with its hidden field.
  func submit(_ page: HTTPResponse, _ fields: [(String, String)]) async throws -> HTTPResponse {
    try await post(server.origin + page.formAction, [("form", page.hiddenForm)] + fields)
  }

  /// Opens the authorization URL and signs in, over as many pages as necessary.
  func signIn(_ url: String, as user: String = "demouser", _ password: String = "Password1") async throws
    -> HTTPResponse
  {
    try await submit(try await get(url), [("username", user), ("password", password)])
  }
}

func form(_ fields: [(String, String)]) -> [UInt8] {
  Array(FormParameters(fields.map { (name: $0.0, value: $0.1) }).encoded.utf8)
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSON { (try? JSON.parse(body)) ?? .null }
  var error: String? { json["error"]?.stringValue }
  /// The address to which the browser goes next without a click.
  var location: String? {
    headers[first: "Location"] ?? headers[first: "Refresh"].map { String($0.dropFirst("0;url=".count)) }
  }
  /// The parameters of the redirect's query.
  var redirectParameters: FormParameters {
    let query = (location ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return (try? FormParameters(formEncoded: query.utf8)) ?? FormParameters()
  }
  var code: String? { redirectParameters["code"] }

  var formAction: String { attribute(after: "<form method=\"post\" action=\"") }
  var hiddenForm: String { attribute(after: "name=\"form\" value=\"") }

  /// The CSRF token of the form with this action.
  func hiddenForm(of action: String) -> String {
    guard let start = text.range(of: "action=\"\(action)\"")?.upperBound else { return "" }
    return attribute(after: "name=\"form\" value=\"", in: text[start...])
  }

  private func attribute(after mark: String) -> String { attribute(after: mark, in: text[...]) }

  private func attribute(after mark: String, in text: Substring) -> String {
    guard let start = text.range(of: mark)?.upperBound else { return "" }
    return String(text[start...].prefix { $0 != "\"" })
  }
}

import AppState
import Foundation
import SharedValues
import Synchronization

@testable import DCRTerminal
@testable import Edge
@testable import UserAgents
@testable import Workshop

/// A minimal user agent: keeps cookies, follows redirects, fills in the login form, and recognises the app's redirect.
/// It speaks to the server through any transport, so one flow runs in process and over sockets.
final class ScriptedUserAgent: ExternalUserAgent {
  private let transport: any Transport
  private let username: String
  private let password: Secret
  private let state = Mutex<State>(State())

  private struct State {
    var cookies: [String: String] = [:]
    var logins = 0
    var visits = 0
  }

  init(_ transport: any Transport, username: String, password: Secret) {
    self.transport = transport
    self.username = username
    self.password = password
  }

  /// How often the login form was filled in.
  var logins: Int { state.withLock { $0.logins } }
  var visits: Int { state.withLock { $0.visits } }

  func clearData() async -> [String] {
    state.withLock { $0.cookies = [:] }
    return ["cookies"]
  }

  func open(_ url: String, _ reception: RedirectReception) async -> UserAgentOutcome {
    let redirectURI = reception.redirectURI
    state.withLock { $0.visits += 1 }
    do {
      var request = HTTPRequest("GET", url, endpoint: .page)
      for _ in 0..<12 {
        let response = try await send(request)
        if let location = response.headers[first: "Location"], (300..<400).contains(response.status) {
          if location.hasPrefix(redirectURI) { return .redirect(location) }
          request = HTTPRequest("GET", absolute(location, from: request.url), endpoint: .page)
        } else if let form = LoginForm(String(decoding: response.body, as: UTF8.self)) {
          request = fill(form, at: request.url)
        } else if let form = LoginForm(agreeing: String(decoding: response.body, as: UTF8.self)) {
          request = post(form.hidden + [("decision", "allow")], to: form, at: request.url)
        } else {
          return .failed("a page that it does not understand: status \(response.status)")
        }
      }
      return .failed("too many pages")
    } catch {
      return .failed("\(error.code.rawValue)")
    }
  }

  /// The user of another device brings the code to its page (RFC 8628 §3.3), signs in, and lets the device in.
  func letIn(_ code: String, at page: String) async {
    do {
      var (url, fields) = (page, [("user_code", code)])
      var response = try await send(HTTPRequest("GET", page, endpoint: .page))
      for _ in 0..<4 {
        let text = String(decoding: response.body, as: UTF8.self)
        let request: HTTPRequest
        if let form = LoginForm(text) {
          request = fill(form, at: url)
        } else if let form = LoginForm(agreeing: text) {
          request = post(form.hidden + fields, to: form, at: url)
          fields = [("decision", "allow")]
        } else {
          return
        }
        url = request.url
        response = try await send(request)
      }
    } catch {}
  }

  private func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    var request = request
    let cookies = state.withLock { $0.cookies }
    if !cookies.isEmpty {
      let value = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ")
      request.headers.append(HTTPHeader("Cookie", value))
    }
    let response = try await transport.send(request)
    for cookie in response.headers[all: "Set-Cookie"] { keep(cookie) }
    return response
  }

  private func keep(_ cookie: String) {
    let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isGone = cookie.contains("Max-Age=0")
    state.withLock { $0.cookies[String(pair[0])] = isGone ? nil : String(pair[1]) }
  }

  private func fill(_ form: LoginForm, at page: String) -> HTTPRequest {
    state.withLock { $0.logins += 1 }
    return post(form.hidden + [("username", username), ("password", password.revealed)], to: form, at: page)
  }

  private func post(_ fields: [(String, String)], to form: LoginForm, at page: String) -> HTTPRequest {
    let body = fields.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    let origin = page.split(separator: "/", maxSplits: 3).prefix(2).joined(separator: "//")
    return HTTPRequest(
      "POST", absolute(form.action, from: page),
      headers: [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"), HTTPHeader("Origin", origin),
        HTTPHeader("Referer", page),
      ], body: Array(body.utf8), endpoint: .page)
  }

  private func absolute(_ reference: String, from page: String) -> String {
    URL(string: reference, relativeTo: URL(string: page))?.absoluteString ?? reference
  }

  private func encoded(_ text: String) -> String {
    let kept = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
  }
}

/// The only form of a page, if it asks for a password.
private struct LoginForm {
  var action: String
  var hidden: [(String, String)]

  init?(_ page: String) {
    guard page.contains("type=\"password\"") else { return nil }
    self.init(agreeing: page)
  }

  /// The form of a consent page, or of the page that confirms a sign-out.
  init?(agreeing page: String) {
    guard let form = page.firstMatch(of: /<form[^>]*action="([^"]*)"/) else {
      return nil
    }
    action = LoginForm.text(form.1)
    hidden = page.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)"/).map {
      (LoginForm.text($0.1), LoginForm.text($0.2))
    }
  }

  private static func text(_ html: Substring) -> String {
    String(html).replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#x2F;", with: "/")
      .replacingOccurrences(of: "&#x3D;", with: "=").replacingOccurrences(of: "&amp;", with: "&")
  }
}

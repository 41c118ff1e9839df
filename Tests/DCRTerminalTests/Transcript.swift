import AppState
import Foundation
import OAuthClient
import SharedValues
import Synchronization

@testable import Workshop

/// A transport that keeps every request and its answer.
final class TranscribingTransport: Transport {
  private let transport: any Transport
  private let kept = Mutex<[Exchange]>([])

  init(_ transport: any Transport) { self.transport = transport }

  var exchanges: [Exchange] { kept.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let started = Date()
    let response = try await transport.send(request)
    kept.withLock {
      $0.append(Exchange(request, outcome: .success(response), started: started, finished: Date()))
    }
    return response
  }
}

/// The messages of a real flow, and the secrets in them.
struct Transcript {
  var messages = MessageLog()
  var exchanges: [Exchange]
  /// Every secret value, collected by the names under which secrets travel.
  private(set) var secrets: Set<String> = []
  /// Names of parameters and members, by endpoint.
  private(set) var names: [Endpoint: Set<String>] = [:]

  /// - Parameter states: the app's state after each of its runs.
  init(_ exchanges: [Exchange], _ states: [AppState]) {
    self.exchanges = exchanges
    for exchange in exchanges {
      messages.append(Message(from: .app, to: .server, .exchange(exchange), at: exchange.started, step: .token))
      record(exchange)
    }
    for message in states.flatMap({ $0[MessagesTool.self].log }) {
      messages.append(
        Message(from: message.from, to: message.to, message.content, at: message.time, step: message.step))
      switch message.content {
      case .userAgentOpened(let url), .redirect(let url):
        query(url, message.step == .logout ? .endSession : .authorization)
      default: break
      }
    }
  }

  private static let secretNames: Set<String> = [
    "access_token", "refresh_token", "id_token", "id_token_hint", "code", "code_verifier", "state", "nonce", "token",
    "client_secret", "registration_access_token",
  ]

  private mutating func record(_ exchange: Exchange) {
    let request = exchange.request
    query(request.url, request.endpoint)
    let type = request.headers.contentType
    if type == "application/x-www-form-urlencoded" {
      query("?" + String(decoding: request.body, as: UTF8.self), request.endpoint)
    } else {
      members(request.body, request.endpoint)
    }
    for header in request.headers where header.name.lowercased() == "authorization" {
      note(header.value.split(separator: " ").last.map(String.init) ?? "")
    }
    guard case .success(let response) = exchange.outcome else { return }
    members(response.body, request.endpoint)
    for cookie in response.headers[all: "Set-Cookie"] {
      note(cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).last.map(String.init) ?? "")
    }
  }

  private mutating func query(_ url: String, _ endpoint: Endpoint) {
    for item in URLComponents(string: url)?.queryItems ?? [] {
      names[endpoint, default: []].insert(item.name)
      if Self.secretNames.contains(item.name) { note(item.value ?? "") }
    }
  }

  private mutating func members(_ body: [UInt8], _ endpoint: Endpoint) {
    guard let members = try? JSON.parse(body).objectValue else { return }
    for member in members {
      names[endpoint, default: []].insert(member.name)
      if Self.secretNames.contains(member.name), let value = member.value.stringValue { note(value) }
      for key in member.value.arrayValue ?? [] where member.name == "keys" {
        names[endpoint, default: []].formUnion(key.objectValue?.map(\.name) ?? [])
      }
    }
  }

  private mutating func note(_ value: String) { if value.count >= 8 { secrets.insert(value) } }
}

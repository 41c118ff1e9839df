import Dispatch
import HTTPTransport
import OAuthClient
import Synchronization

/// Finds the server that handles logins for an API that the configuration names alone (RFC 9728 §5.1), and keeps it, whatever the API names later.
package struct IssuerOfAPI: Sendable {
  package let api: String
  package var allowPlainHTTPLoopback = false
  /// PEM files, absolute.
  package var trustedCertificates: [String] = []
  package var deadlines = Deadlines()
  package var proxies = Proxies.ofThisProgram

  package init(
    api: String, allowPlainHTTPLoopback: Bool = false, trustedCertificates: [String] = [],
    deadlines: Deadlines = Deadlines(), proxies: Proxies = Proxies.ofThisProgram
  ) {
    (self.api, self.allowPlainHTTPLoopback) = (api, allowPlainHTTPLoopback)
    (self.trustedCertificates, self.deadlines, self.proxies) = (trustedCertificates, deadlines, proxies)
  }

  /// - Throws: `resource_…`, `response_…`, `http_…`, the errors of a failed connection; `data_dir_unwritable`.
  package func known(in data: DataDirectory) throws(CommandError) -> String {
    let line = StoredLine(file: data.path + "/api-issuer")
    if let kept = try line.read(), case let words = kept.split(scalar: " "), words.count == 2,
      words[0].utf8.elementsEqual(api.utf8)
    {
      return String(words[1])
    }
    let issuer = try found().text
    _ = try DataDirectory(path: data.path, device: data.device)
    try line.replace(by: api + " " + issuer)
    return issuer
  }

  /// Blocks until the answer has come; the exchanges have their own deadlines.
  package func found() throws(CommandError) -> Issuer {
    let (answer, end) = (Answer(), DispatchSemaphore(value: 0))
    Task.detached {
      let result: Result<Issuer, CommandError>
      do throws(CommandError) { result = .success(try await ask()) } catch { result = .failure(error) }
      answer.result.withLock { $0 = result }
      end.signal()
    }
    end.wait()
    guard let result = answer.result.withLock({ $0 }) else { throw CommandError(.unexpected) }
    return try result.get()
  }

  private final class Answer: Sendable { let result = Mutex<Result<Issuer, CommandError>?>(nil) }

  /// Sends a request without a token, whose refusal may name the metadata, and then reads the metadata.
  package func ask() async throws(CommandError) -> Issuer {
    let transport = HTTPClientTransport(
      trustedCertificates: trustedCertificates, deadlines: deadlines, proxies: proxies, confinement: .ofThisProgram)
    let result: Result<Issuer, CommandError>
    do throws(CommandError) {
      let refusal = try await sent(ProtectedResource.probe(api, path: ""), transport)
      let metadata = try await sent(
        try judged { () throws(ProtocolError) in try ProtectedResource.build(api, after: refusal) }, transport)
      result = .success(
        try judged { () throws(ProtocolError) in
          try ProtectedResource.issuer(metadata, api: api, allowPlainHTTPLoopback: allowPlainHTTPLoopback)
        })
    } catch { result = .failure(error) }
    await transport.shutdown()
    return try result.get()
  }

  private func sent(_ request: HTTPRequest, _ transport: HTTPClientTransport) async throws(CommandError) -> HTTPResponse
  {
    do { return try await transport.exchange(request).0 } catch { throw CommandError(error, url: request.url) }
  }

  private func judged<Value>(_ judge: () throws(ProtocolError) -> Value) throws(CommandError) -> Value {
    do { return try judge() } catch { throw CommandError(error) }
  }
}

/// The issuer when no file names one: the embedded server at this data directory's port.
package enum OwnIssuer {
  static let usualPort = 8443

  package static func url(port: Int) -> String { "https://localhost:\(port)/oauth/v2/oauth-anonymous" }

  /// The kept port, or the first that will be tried. Chooses nothing.
  static func knownPort(_ data: DataDirectory) throws(CommandError) -> Int {
    let port = KeptPort.issuer(data)
    return try port.read() ?? port.candidates()[0]
  }

  /// The kept port. The first call chooses a free port, keeps it for good and holds it until this data directory's server listens there, because a
  /// whole class may start at the same second.
  /// - Parameter outlives: the server will replace this program.
  static func choosePort(_ data: DataDirectory, outlives: Bool = false) throws(CommandError) -> (Int, HeldPort?) {
    let port = KeptPort.issuer(data)
    if let kept = try port.read() { return (kept, nil) }
    let held = HeldPort.first(of: port.candidates(), outlives: outlives)
    let chosen = held?.port ?? port.usual
    // If another program of this data directory was first, its choice counts.
    let kept = try port.keep(chosen)
    return (kept, kept == chosen ? held : nil)
  }
}

/// `api`: the address of the API that the app's tokens are for; it is the API's resource identifier, too (RFC 8707 §2).
enum APIReader {
  static func read(
    _ reader: inout MemberReader, _ configuration: Configuration, plain: Bool
  ) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("api") else { return nil }
    // A path belongs to the issuer's own server, whichever port that has here.
    let url = text.hasPrefix(bytes: "/") ? configuration.issuer.origin + text : text
    try reader.judged("api", url) { text throws(WrongValue) in try judge(text, plain: plain) }
    if reader.has("applicationServer") { throw reader.excludes("api", "applicationServer", .apiOrApplicationServer) }
    if !configuration.scope.split(scalar: " ").contains("accounts") {
      reader.warnings.append(Catalogue()(.apiNeedsScope, ["path": reader.file]))
    }
    return url
  }

  /// The API of a configuration without an issuer; `nil`: it has no API either.
  static func readAlone(_ reader: inout MemberReader, plain: Bool) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("api"), !text.hasPrefix(bytes: "/") else { return nil }
    try reader.judged("api", text) { text throws(WrongValue) in try judge(text, plain: plain) }
    return text
  }

  /// Nothing is normalised: the text is compared exactly.
  private static func judge(_ text: String, plain: Bool) throws(WrongValue) {
    try ValueRule.server(text, plain: plain)
    guard !text.hasSuffix(bytes: "/") else { throw WrongValue(.expectedApplicationServer) }
  }
}

/// `applicationServer`: the base URL of a server that redeems the app's codes with its own secret.
enum ApplicationServerReader {
  static func read(
    _ reader: inout MemberReader, _ configuration: Configuration, plain: Bool
  ) throws(CommandError) -> String? {
    guard let text = try reader.optionalString("applicationServer") else { return nil }
    try reader.judged("applicationServer", text) { text throws(WrongValue) in try ValueRule.server(text, plain: plain) }
    let url = text.without(suffix: "/").map(String.init) ?? text
    // The embedded server makes a client of this name for the application server; its own clients' names are taken.
    guard url == configuration.issuer.embeddedApplicationServer else { return url }
    try reader.judged("registrationClientID", configuration.registrationClientID) { id throws(WrongValue) in
      if ["mobile-dcr-client", "mobile-dcr-template-client"].contains(id) { throw WrongValue(.expectedOwnClient) }
    }
    return url
  }
}

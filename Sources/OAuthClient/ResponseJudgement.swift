import FoundationEssentials
import SharedValues

/// The checks that all responses share: status, content type, JSON, and OAuth errors.
struct ResponseJudgement {
  let response: HTTPResponse
  let source: String
  let errors: ServerError.Place

  /// The object in a response with one of these statuses; otherwise throws the server's error, or the defect.
  /// - Parameter expected: the status that the specification names; `nil`: the lowest.
  func object(
    statuses: Set<Int>, expected: Int? = nil, reading answer: AnswerMember.Answer? = nil
  ) throws(ProtocolError) -> ResponseObject {
    try status(statuses, expected: expected)
    guard isJSON else {
      throw ProtocolError(
        .responseNotJSON, field: "Content-Type", expected: .value("application/json"),
        received: response.contentType.isEmpty ? .check(.noContentType) : nil, quoting: response.contentType.words(60),
        serverDescription: ServerWords.title(response), source: source)
    }
    let object = try ResponseObject(response.body, reading: answer, source: source)
    // Some servers report errors with 200. An error is never a success, whatever its status.
    if let error = error(in: object.json) { throw error }
    return object
  }

  func status(_ statuses: Set<Int>, expected: Int? = nil) throws(ProtocolError) {
    guard !statuses.contains(response.status) else { return }
    var error =
      switch response.status {
      case 429: failure(.tooManyRequests, received: retryAfter)
      case 503: failure(.serviceUnavailable, received: retryAfter)
      case 300..<400: failure(.httpRedirectRefused)
      case 500..<600: troubled
      default: reported ?? unexplained
      }
    if error.isOfStatus, let named = expected ?? statuses.min() { error.expected = .value(String(named)) }
    throw error
  }

  private var isJSON: Bool {
    let type = response.contentType
    return type == "application/json" || (type.hasPrefix(bytes: "application/") && type.hasSuffix(bytes: "+json"))
  }

  /// The error in the body (RFC 6749 §5.2) or in the challenge (RFC 6750 §3.1), if there is one, whatever the status.
  private var reported: ProtocolError? {
    if let json = try? JSON.parse(response.words), let error = error(in: json) { return error }
    for challenge in AuthenticationChallenge.all(in: response) {
      if let code = challenge["error"], !code.isEmpty {
        let description = challenge["error_description"] ?? ServerWords.excerpt(response)
        return ServerError.read(code, description: description, at: .section("RFC 6750 §3.1"))
      }
    }
    return nil
  }

  /// An empty `error` counts as absent. The reason is in `error_description`, or wherever the server puts its words.
  private func error(in json: JSON) -> ProtocolError? {
    guard let code = json["error"]?.stringValue, !code.isEmpty else { return nil }
    var words = ServerWords.excerpt(of: json)
    if words == ServerWords.cut(code) { words = nil }
    return ServerError.read(code, description: words, at: errors)
  }

  private var unexplained: ProtocolError {
    switch response.status {
    case 401: failure(.httpUnauthorized)
    case 403: failure(.httpForbidden)
    case 404, 410: failure(.httpNotFound)
    default: failure(.httpStatusUnexpected)
    }
  }

  /// A server in trouble has refused nothing, whatever its body says: `invalid_client` with a 500 is no reason to give up a registration. Only its
  /// errors about its own state are believed (RFC 6749 §4.1.2.1).
  private var troubled: ProtocolError {
    guard let reported else { return failure(.httpServerError) }
    if [.serverError, .temporarilyUnavailable].contains(reported.code) { return reported }
    return failure(.httpServerError).reporting(reported, with: response.status)
  }

  private var retryAfter: Term? {
    guard let value = response.headers[first: "Retry-After"]?.withoutEdgeSpaces else { return nil }
    let isNumber = Int(value) != nil
    guard isNumber || HTTPDate.parse(value) != nil else { return nil }
    return .value("\(response.status), Retry-After: \(value)\(isNumber ? " s" : "")")
  }

  private func failure(_ code: ProtocolError.Code, received: Term? = nil) -> ProtocolError {
    .status(
      code, received: received ?? .value(String(response.status)),
      serverDescription: reported?.wordsOfUnknown ?? ServerWords.excerpt(response), source: source)
  }
}

extension ProtocolError {
  /// This failure with a status, and the error in the body: by its code if a specification defines it, otherwise as the server's own words.
  func reporting(_ error: ProtocolError, with status: Int) -> ProtocolError {
    var failure = self
    let isKnown = error.code != .serverReportedError && error.serverCode != nil
    failure.received = .value(isKnown ? "\(status) \(error.code.rawValue)" : "\(status)")
    failure.serverDescription = error.wordsOfUnknown ?? error.serverDescription
    return failure
  }

  /// `quota_exceeded: why`: an unknown code and its description; `nil` if the code is known.
  fileprivate var wordsOfUnknown: String? {
    guard code == .serverReportedError else { return nil }
    return ServerWords.cut([serverCode, serverDescription].compactMap(\.self).joined(separator: ": "))
  }
}

/// The meaning of a server's own `error` for the app (RFC 6749 §4.1.2.1 and §5.2, and the specifications that add to them).
enum ServerError {
  enum Place {
    /// In this section of a specification. A code that another specification defines is cited from there.
    case section(String)
    /// In a contract outside the specifications, whose codes have their own meaning.
    case contract(String)
  }

  static func read(_ code: String, description: String?, at place: Place) -> ProtocolError {
    let known = ProtocolError.Code(rawValue: code).flatMap { $0.meaning.isOfServers ? $0 : nil }
    let sent = code.quotable(60)
    let source =
      switch place {
      case .contract(let name): name
      case .section(let section): known?.meaning.section ?? section
      }
    // Only the sender of the redirect URI knows which kind was refused, and names the alternatives if it does.
    var error = ProtocolError(
      known ?? .serverReportedError, field: "error",
      expected: known == .invalidRedirectURI ? .check(.otherRedirectURI) : nil, quoting: known == nil ? sent : nil,
      serverDescription: description.flatMap(ServerWords.cut), source: source)
    error.serverCode = sent
    return error
  }
}

/// How long a server that refused asks the app to wait (RFC 9110 §10.2.3).
public enum RetryAfter {
  /// Seconds, never negative; `nil`: absent or unreadable. The caller decides how much of it to honour.
  public static func delay(of response: HTTPResponse, now: Date) -> TimeInterval? {
    guard let text = response.headers[first: "Retry-After"]?.withoutEdgeSpaces, text.count <= 40 else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) { return min(Double(text) ?? 0, 1e9) }
    return HTTPDate.parse(text).map { min(max(0, $0.timeIntervalSince(now)), 1e9) }
  }
}

import ForeignText
import FoundationEssentials
import SharedValues

/// What all responses have in common: status, content type, JSON, and errors as OAuth writes them.
struct ResponseJudgement {
  let response: HTTPResponse
  /// Where the rules of this response stand.
  let source: String
  /// Where the endpoint's errors are defined: another section than that of its successes.
  let errors: ServerError.Place

  /// The object in a response with one of these statuses; in any other case what the server says, or what is wrong.
  /// - Parameters:
  ///   - expected: the one of them that the specification names; `nil`: the lowest.
  ///   - answer: by which rows of the table its members are read (``AnswerMember``); `nil`: strictly.
  func object(
    statuses: Set<Int>, expected: Int? = nil, reading answer: AnswerMember.Answer? = nil
  ) throws(ProtocolError) -> ResponseObject {
    try status(statuses, expected: expected)
    guard isJSON else {
      throw ProtocolError(
        .responseNotJSON, field: "Content-Type", expected: "application/json",
        received: response.contentType.isEmpty ? "no content type" : nil, quoting: response.contentType.words(60),
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
      case 429: failure(.tooManyRequests, .tryLater, received: retryAfter)
      case 503: failure(.serviceUnavailable, .tryLater, received: retryAfter)
      case 300..<400: failure(.httpRedirectRefused)
      case 500..<600: troubled
      default: reported ?? unexplained
      }
    if error.isOfStatus, let named = expected ?? statuses.min() { error.expected = String(named) }
    throw error
  }

  private var isJSON: Bool {
    let type = response.contentType
    return type == "application/json" || (type.hasPrefix(bytes: "application/") && type.hasSuffix(bytes: "+json"))
  }

  /// The error in the body (RFC 6749 §5.2) or in the challenge (RFC 6750 §3.1), if there is one, whatever the status.
  private var reported: ProtocolError? {
    if let json = try? JSON.parse(response.body), let error = error(in: json) { return error }
    for challenge in AuthenticationChallenge.all(in: response) {
      if let code = challenge["error"], !code.isEmpty {
        let description = challenge["error_description"] ?? ServerWords.excerpt(response)
        return ServerError.read(code, description: description, at: .section("RFC 6750 §3.1"))
      }
    }
    return nil
  }

  /// An empty `error` is none. Why, is said in `error_description`, or where else the server puts its words.
  private func error(in json: JSON) -> ProtocolError? {
    guard let code = json["error"]?.stringValue, !code.isEmpty else { return nil }
    var words = ServerWords.excerpt(of: json)
    if words == ServerWords.cut(code) { words = nil }
    return ServerError.read(code, description: words, at: errors)
  }

  private var unexplained: ProtocolError {
    switch response.status {
    case 401: failure(.httpUnauthorized, .refused)
    case 403: failure(.httpForbidden, .refused)
    case 404, 410: failure(.httpNotFound)
    default: failure(.httpStatusUnexpected)
    }
  }

  /// A server in trouble has refused nothing, whatever its body says: `invalid_client` beside 500 is no reason to give up a
  /// registration. Only what it says of its own state is believed (RFC 6749 §4.1.2.1).
  private var troubled: ProtocolError {
    guard let reported else { return failure(.httpServerError) }
    if [.serverError, .temporarilyUnavailable].contains(reported.code) { return reported }
    return failure(.httpServerError).reporting(reported, with: response.status)
  }

  private var retryAfter: String? {
    guard let value = response.headers[first: "Retry-After"]?.withoutEdgeSpaces else { return nil }
    return Int(value) == nil ? nil : "\(response.status), Retry-After: \(value) s"
  }

  private func failure(
    _ code: ProtocolError.Code, _ consequence: ProtocolError.Consequence = .invalidResponse, received: String? = nil
  ) -> ProtocolError {
    .status(
      code, consequence, received: received ?? String(response.status),
      serverDescription: reported?.wordsOfUnknown ?? ServerWords.excerpt(response), source: source)
  }
}

extension ProtocolError {
  /// This failure with a status, and the error that came with it: its code where that is one of the specifications', otherwise as the
  /// server's own words.
  func reporting(_ error: ProtocolError, with status: Int) -> ProtocolError {
    var failure = self
    let isKnown = error.code != .serverReportedError && error.serverCode != nil
    failure.received = isKnown ? "\(status) \(error.code.rawValue)" : "\(status)"
    failure.serverDescription = error.wordsOfUnknown ?? error.serverDescription
    return failure
  }

  /// `quota_exceeded: why`: a code that no specification has, and what is said of it; `nil` where the code is known.
  fileprivate var wordsOfUnknown: String? {
    guard code == .serverReportedError else { return nil }
    return ServerWords.cut([serverCode, serverDescription].compactMap(\.self).joined(separator: ": "))
  }
}

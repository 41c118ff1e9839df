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
  func object(statuses: Set<Int>) throws(ProtocolError) -> ResponseObject {
    try status(statuses)
    guard isJSON else {
      throw ProtocolError(
        .responseNotJSON, field: "Content-Type", expected: "application/json",
        received: response.contentType.isEmpty ? "no content type" : response.contentType.quotable(60), source: source)
    }
    let object = try ResponseObject(response.body, source: source)
    // Some servers report errors with 200. An error is never a success, whatever its status.
    if object.json["error"]?.stringValue != nil { throw error(from: object.json) }
    return object
  }

  func status(_ statuses: Set<Int>) throws(ProtocolError) {
    guard !statuses.contains(response.status) else { return }
    switch response.status {
    case 429: throw failure(.tooManyRequests, .tryLater, received: retryAfter)
    case 503: throw failure(.serviceUnavailable, .tryLater, received: retryAfter)
    case 300..<400: throw failure(.httpRedirectRefused)
    case 500..<600: throw troubled
    default: throw reported ?? unexplained
    }
  }

  private var isJSON: Bool {
    let type = response.contentType
    return type == "application/json" || (type.hasPrefix(bytes: "application/") && type.hasSuffix(bytes: "+json"))
  }

  /// The error in the body (RFC 6749 §5.2) or in the challenge (RFC 6750 §3.1), if there is one, whatever the status.
  private var reported: ProtocolError? {
    if let json = try? JSON.parse(response.body), json["error"]?.stringValue != nil { return error(from: json) }
    for challenge in AuthenticationChallenge.all(in: response) {
      if let code = challenge["error"] {
        return ServerError.read(code, description: challenge["error_description"], at: .section("RFC 6750 §3.1"))
      }
    }
    return nil
  }

  private func error(from json: JSON) -> ProtocolError {
    ServerError.read(json["error"]?.stringValue ?? "", description: json["error_description"]?.stringValue, at: errors)
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
    let received = "\(response.status) \(reported.serverCode ?? reported.code.rawValue)"
    var error = failure(.httpServerError, received: received)
    error.serverDescription = reported.serverDescription
    return error
  }

  private var retryAfter: String? {
    guard let value = response.headers[first: "Retry-After"]?.withoutEdgeSpaces else { return nil }
    return Int(value) == nil ? nil : "\(response.status), Retry-After: \(value) s"
  }

  private func failure(
    _ code: ProtocolError.Code, _ consequence: ProtocolError.Consequence = .invalidResponse, received: String? = nil
  ) -> ProtocolError {
    .status(code, consequence, received: received ?? String(response.status), source: source)
  }
}

import FoundationEssentials
import SharedValues

/// What a request brought, judged by the thing that it asked for. Only an answer that carries that thing is an acceptance, never a mere 200.
package enum Outcome: Hashable, Sendable {
  case accepted
  /// By a 4xx, an OAuth error or a page without a redirect. `error`: the OAuth error, if it is a registered one.
  case refused(status: Int, error: String?)
  /// A disturbance, or an answer that says neither yes nor no.
  case unclear(String)
  /// The endpoint is not there: 404, 405 or 501.
  case absent
}

/// The thing that a good answer carries.
package enum Carried: Sendable {
  /// A member of a JSON object, such as `access_token` and `client_id`.
  case member(String)
  /// Any 2xx: for a revocation and a deletion.
  case nothing
}

package struct Answer: Sendable {
  package var result: Result<HTTPResponse, TransportFailure>
  package var carries: Carried
  package var time: Date

  package init(_ result: Result<HTTPResponse, TransportFailure>, carries: Carried, time: Date) {
    (self.result, self.carries, self.time) = (result, carries, time)
  }

  /// Of a request that may not be sent.
  static func notSent(_ carried: Carried) -> Answer {
    Answer(.failure(TransportFailure(.hostNotAllowed)), carries: carried, time: TimeSource.system.now)
  }

  package var response: HTTPResponse? { try? result.get() }
  package var status: Int { response?.status ?? 0 }

  /// The JSON object of the answer, not judged.
  package var json: JSON? {
    guard let json = try? JSON.parse(response?.body ?? []), json.objectValue != nil else { return nil }
    return json
  }

  package func text(_ name: String) -> String? {
    json?[name]?.stringValue.flatMap { $0.isEmpty || $0.utf8.count > 16_384 ? nil : $0 }
  }

  func secret(_ name: String) -> Secret? { text(name).map { Secret($0) } }

  /// - Parameter isOptional: the endpoint may be missing. Otherwise 404 and 405 are refusals.
  package func outcome(isOptional: Bool = false) -> Outcome {
    let response: HTTPResponse
    switch result {
    case .failure(let failure): return .unclear("no answer: \(failure.code.rawValue)")
    case .success(let some): response = some
    }
    let error = OAuthErrorName.of(json)
    switch response.status {
    case 200..<300:
      switch carries {
      case .nothing: return .accepted
      case .member(let name):
        if let value = json?[name], value != .null, value != false { return .accepted }
        return json?["error"] != nil
          ? .refused(status: response.status, error: error) : .unclear("a \(response.status) without \(name)")
      }
    case 429: return .unclear("429: too many requests")
    case 404, 405, 501:
      if isOptional { return .absent }
      // What is gone answers in any form.
      return response.status == 501 ? .unclear("status 501") : .refused(status: response.status, error: error)
    // An endpoint for programs answers with JSON or with nothing: a page may be a firewall's.
    case 400..<500 where error == nil && response.contentType == "text/html":
      return .unclear("a page with status \(response.status), which may be a firewall's")
    case 400..<500: return .refused(status: response.status, error: error)
    case 500..<600 where error != nil: return .refused(status: response.status, error: error)
    default: return .unclear("status \(response.status)")
    }
  }

  package func judged(isOptional: Bool = false) -> Judged { Judged(outcome(isOptional: isOptional), time) }
}

/// An outcome with its time: a refusal counts only beside a twin that succeeded within a minute.
package struct Judged: Hashable, Sendable {
  package var outcome: Outcome
  package var time: Date

  package init(_ outcome: Outcome, _ time: Date) { (self.outcome, self.time) = (outcome, time) }
  package var isAccepted: Bool { outcome == .accepted }
  /// At most 40 seconds old: a twin is sent within a minute of the wrong request.
  var isFresh: Bool { TimeSource.system.now.timeIntervalSince(time) < 40 }
}

/// The registered OAuth errors that evidence may name. Any other text of a server stays out of our sentences.
enum OAuthErrorName {
  static let known: Set = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
    "invalid_scope", "access_denied", "unsupported_response_type", "server_error", "temporarily_unavailable",
    "invalid_token", "insufficient_scope", "invalid_redirect_uri", "invalid_client_metadata",
    "invalid_software_statement", "unapproved_software_statement", "invalid_dpop_proof", "use_dpop_nonce",
    "invalid_request_uri", "invalid_request_object", "unsupported_token_type", "login_required", "consent_required",
    "interaction_required",
  ]

  static func of(_ json: JSON?) -> String? { named(json?["error"]?.stringValue) }

  static func named(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return known.contains(text) ? text : "an error of its own"
  }
}

import Synchronization

/// Facts about successful requests that faults need: a used `jti`, a pushed request. Signatures and other usable secrets are not kept.
/// Safe between threads.
final class SeenRequests: Sendable {
  /// An authorization request that was pushed to the server (RFC 9126).
  struct Pushed: Sendable {
    /// `state=…` as in the form; empty if the form has none.
    var state = ""
    var lifetime: Duration = .zero
  }

  private struct State {
    var identifiers: [KeyUse: String] = [:]
    var pushed = Pushed()
  }

  private let held = Mutex(State())

  func identifier(_ use: KeyUse) -> String? { held.withLock { $0.identifiers[use] } }

  var pushed: Pushed { held.withLock { $0.pushed } }

  static func isWorthSeeing(_ request: HTTPRequest) -> Bool {
    request.endpoint == .pushedAuthorization || !ProofFaults.identifiers(in: request).isEmpty
  }

  /// The same fault, which also looks at the server's real answer.
  func watching(_ request: HTTPRequest, with fault: Fault) -> Fault {
    var fault = fault
    switch fault.outcome {
    case .none:
      fault.outcome = .rewrite { [self] response in
        see(request, response)
        return nil
      }
    case .rewrite(let rewrite):
      fault.outcome = .rewrite { [self] response in
        see(request, response)
        return rewrite(response)
      }
    case .failure, .answer: break
    }
    return fault
  }

  private func see(_ request: HTTPRequest, _ response: HTTPResponse) {
    // A request that was refused for lack of a nonce did not use up its `jti`.
    guard !DPoPNonce.isDemanded(by: response) else { return }
    let identifiers = ProofFaults.identifiers(in: request)
    held.withLock { $0.identifiers.merge(identifiers) { _, new in new } }
    guard request.endpoint == .pushedAuthorization, response.status == 201,
      let seconds = (try? JSON.parse(response.body))?["expires_in"]?.intValue, (0...86_400).contains(seconds)
    else { return }
    let state = String(decoding: request.body, as: UTF8.self).split(scalar: "&").first { $0.hasPrefix(bytes: "state=") }
    held.withLock { $0.pushed = Pushed(state: state.map(String.init) ?? "", lifetime: .seconds(seconds)) }
  }
}

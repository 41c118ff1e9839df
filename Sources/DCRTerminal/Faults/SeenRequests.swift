import ForeignText
import Faults
import FoundationEssentials
import HTTPTransport
import OAuthClient
import SharedValues
import Synchronization

/// What faults need to know of requests that went well: a `jti` that was used, a request that was pushed. No signature is kept, nor
/// anything else that could be used.
///
/// Safe between threads.
final class SeenRequests: Sendable {
  /// An authorization request that the server has (RFC 9126).
  struct Pushed: Sendable {
    /// `state=…` as it stands in the form; empty where it has none.
    var state = ""
    /// How long the reference counts.
    var lifetime: Duration = .zero
  }

  private struct State {
    var identifiers: [KeyUse: String] = [:]
    var pushed = Pushed()
  }

  private let held = Mutex(State())

  /// The `jti` that the server has accepted last.
  func identifier(_ use: KeyUse) -> String? { held.withLock { $0.identifiers[use] } }

  /// The request that was pushed last.
  var pushed: Pushed { held.withLock { $0.pushed } }

  static func isWorthSeeing(_ request: HTTPRequest) -> Bool {
    request.endpoint == .pushedAuthorization || !ProofSpoiler.identifiers(in: request).isEmpty
  }

  /// The same fault, which looks at what the server itself answers besides.
  func watching(_ request: HTTPRequest, with fault: Fault) -> Fault {
    var fault = fault
    switch fault.deed {
    case .none:
      fault.deed = .rewrite { [self] response in
        see(request, response)
        return nil
      }
    case .rewrite(let rewrite):
      fault.deed = .rewrite { [self] response in
        see(request, response)
        return rewrite(response)
      }
    case .failure, .answer: break
    }
    return fault
  }

  private func see(_ request: HTTPRequest, _ response: HTTPResponse) {
    // What is refused for want of a nonce is not used up.
    guard !DPoPNonce.isDemanded(by: response) else { return }
    let identifiers = ProofSpoiler.identifiers(in: request)
    held.withLock { $0.identifiers.merge(identifiers) { _, new in new } }
    guard request.endpoint == .pushedAuthorization, response.status == 201,
      let seconds = (try? JSON.parse(response.body))?["expires_in"]?.intValue, (0...86_400).contains(seconds)
    else { return }
    let state = String(decoding: request.body, as: UTF8.self).split(scalar: "&").first { $0.hasPrefix(bytes: "state=") }
    held.withLock { $0.pushed = Pushed(state: state.map(String.init) ?? "", lifetime: .seconds(seconds)) }
  }
}

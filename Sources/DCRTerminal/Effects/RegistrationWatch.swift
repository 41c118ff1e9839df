import AppState
import Foundation
import OAuthClient
import SharedValues
import Synchronization

/// Knows why a login page failed when the reason is that the client is gone.
///
/// A server does not redirect for a client that it no longer knows (RFC 6749 §4.1.2.1): the user agent only sees a page. So
/// after a failed visit for this instance's own client, its registration is read (RFC 7592 §2.1): 401 and 403 say that the
/// client is not there any more.
final class RegistrationWatch: ExternalUserAgent {
  private let userAgent: any ExternalUserAgent
  private let reason: @Sendable () -> CommandError?
  private let transport: @Sendable () -> any Transport
  private let registration: @Sendable () async -> ClientRegistration?
  private let isGone = Mutex(false)

  /// - Parameters:
  ///   - reason: what the user agent itself says of its last failure.
  ///   - registration: the one that the app has now.
  init(
    _ userAgent: any ExternalUserAgent, reason: @escaping @Sendable () -> CommandError?,
    transport: @escaping @Sendable () -> any Transport,
    registration: @escaping @Sendable () async -> ClientRegistration?
  ) {
    self.userAgent = userAgent
    self.reason = reason
    self.transport = transport
    self.registration = registration
  }

  /// Why the last visit failed.
  var failure: CommandError? {
    isGone.withLock { $0 } ? CommandError("invalid_client", status: .refused) : reason()
  }

  func open(_ url: String, redirectURI: String) async -> UserAgentOutcome {
    isGone.withLock { $0 = false }
    let outcome = await userAgent.open(url, redirectURI: redirectURI)
    if case .failed = outcome, await isForDeadClient(url) { isGone.withLock { $0 = true } }
    return outcome
  }

  func clearData() async -> [String] { await userAgent.clearData() }

  private func isForDeadClient(_ url: String) async -> Bool {
    guard let registration = await registration(), var request = RegistrationDeletion.build(registration),
      URLComponents(string: url)?.queryItems?.first(where: { $0.name == "client_id" })?.value
        == registration.credentials.clientID
    else { return false }
    request.method = "GET"
    guard let response = try? await transport().send(request) else { return false }
    return [401, 403].contains(response.status)
  }
}

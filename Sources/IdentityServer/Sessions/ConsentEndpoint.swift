import ForeignText
import Foundation
import SharedValues

/// The page that asks before a client gets something: for `prompt=consent`, for clients that require it, and for those that
/// cannot prove who they are or whose they are (RFC 8252 §8.6).
extension Provider {
  func consentPage(
    _ authorization: AuthorizationRequest, _ session: SSOSession, _ act: Act, _ request: ServerRequest
  ) -> ServerResponse {
    let browser = browser(request)
    // The consent holds for this session alone, and remembers whether the login belonged to this request.
    let content = [
      act.hasJustLoggedIn ? "1" : "0", Base64URL.encode(Array(session.hash)), authorization.parameters.encoded,
    ]
    let form = seal.seal(content.joined(separator: ":"), .consent, browser: browser.id, now: now)
    var response = pages.consent(
      action: Addresses.consentPath, form: form, userName: session.user.name,
      clientName: authorization.client.shownName ?? authorization.client.id,
      destination: pages.destination(of: authorization.redirectURI),
      scope: authorization.wholeScope)
    if browser.isNew { response.set(Cookie(name: Cookie.browser, value: browser.id)) }
    return response
  }

  @Sendable func consent(_ request: ServerRequest) async throws -> ServerResponse {
    guard let form = try? request.formWithoutRepetitions(), let sealed = form["form"],
      let content = seal.open(sealed, .consent, browser: request.cookie(Cookie.browser) ?? "", now: now),
      let session = try await currentSession(request)
    else { return expiredForm() }
    let parts = content.split(scalar: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == Base64URL.encode(Array(session.hash)) else { return expiredForm() }
    return try await authorizing(try FormParameters(formEncoded: parts[2].utf8), request) { authorization in
      guard form["decision"] == "allow" else {
        return refusal(OAuthError(.accessDenied, "the user refused"), ReturnAddress(authorization), request)
      }
      return try await proceed(
        authorization, session, Act(hasJustLoggedIn: parts[0] == "1", hasConsented: true), request)
    }
  }
}

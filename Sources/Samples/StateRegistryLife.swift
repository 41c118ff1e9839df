import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// Life after the registration: renewing, silent start, update, and the ways to end something.
extension StateRegistry {
  static let life: [Entry] = renewing + ends + secrets

  private static let lost = AppError(
    code: .transport(.connectionRefused), step: .refresh,
    cause: .transport(TransportFailure(.connectionRefused), url: Sample.base + "/oauth/v2/oauth-token"))

  private static let renewing: [Entry] = [
    (
      "authenticated-refreshing-silently",
      state(signedIn: true) {
        $0.auth = .authorized(Sample.session, refreshing: true)
        $0.flow = flow(.refresh, .refresh, seconds: 1)
        $0.flow?.isSilent = true
      }
    ),
    (
      "authenticated-refresh-waits",
      state(signedIn: true) {
        $0.renewal = waiting(attempt: 4, pause: 8)
        $0.now += 250
      }
    ),
    ("progress-silent-start", state(registered: true) { $0.flow = flow(.silentStart, .refresh, seconds: 1) }),
    (
      "unauthenticated-not-signed-in-silently",
      state(registered: true) {
        $0.auth = .cancelled
        $0.notice = .notSignedInSilently(lost)
      }
    ),
    ("unauthenticated-session-ended", state(registered: true) { $0.notice = .sessionEnded }),
    ("unauthenticated-scope-changed", state(registered: true) { $0.notice = .scopeChanged }),
    ("registration-cancelled", state { $0.notice = .registrationCancelled }),
  ]

  private static func waiting(attempt: Int, pause: Double) -> Renewal? {
    guard var renewal = Renewal(Sample.tokens) else { return nil }
    renewal.attempt = attempt
    renewal.problem = lost
    renewal.due = Sample.now + 250 + pause
    return renewal
  }

  private static let ends: [Entry] = [
    ("settings-signed-in", state(signedIn: true) { $0.view.route = .settings }),
    (
      "settings-registration-differs",
      state(signedIn: true) {
        $0.view.route = .settings
        $0.settings.scope = "openid profile email"
      }
    ),
    (
      "settings-everything",
      state(signedIn: true) {
        $0.view.route = .settings
        $0.settings.scope = "openid profile email"
        $0.settings.redirectURI = Sample.redirect("io.curity.dcrclient:/elsewhere")
        $0.registration = Sample.expiring(in: 172_800)
      }
    ),
    (
      "settings-registration-in-doubt",
      state(signedIn: true) { ($0.view.route, $0.isRegistrationInDoubt) = (.settings, true) }
    ),
    ("settings-not-registered", state { $0.view.route = .settings }),
    (
      "notice-update-cancelled",
      state(registered: true) {
        ($0.view.route, $0.isRegistrationInDoubt) = (.settings, true)
        $0.notice = .updateCancelled
      }
    ),
    ("progress-check", state(registered: true) { $0.flow = flow(.checkRegistration, .check, seconds: 1) }),
    ("notice-registration-unchanged", state(registered: true) { $0.notice = .registrationChecked(changed: false) }),
    ("notice-registration-changed", state(registered: true) { $0.notice = .registrationChecked(changed: true) }),
    ("notice-registration-out-of-reach", state(registered: true) { $0.notice = .registrationOutOfReach }),
    (
      "notice-registration-updated-in-part",
      state(registered: true) { $0.notice = .registrationUpdatedInPart([.scope]) }
    ),
    (
      "banner-sign-out-browser",
      state(registered: true) {
        let failure = UserAgentFailure(.browserNotStarted, ["path": "/usr/bin/dcr-browser", "detail": "not found"])
        $0.banner = Banner(
          error: AppError(code: .userAgent(failure.code), step: .logout, cause: .userAgent(failure)), retry: .signOut)
        $0.banner?.nextUserAgent = .system
        $0.banner?.sessionMayGoOn = true
        $0.notice = .signedOutLocally
      }
    ),
    (
      "confirm-revoke-tokens",
      state(signedIn: true) { ($0.view.route, $0.view.confirmation) = (.settings, .revokeTokens) }
    ),
    ("progress-revoke", state(signedIn: true) { $0.flow = flow(.revokeTokens, .revoke, seconds: 1) }),
    ("progress-update", state(registered: true) { $0.flow = flow(.updateRegistration, .update, seconds: 1) }),
    (
      "notice-revoked-tokens",
      state(registered: true) {
        $0.notice = .revokedTokens(RevocationReport(refreshToken: .revoked, accessToken: .revoked))
      }
    ),
    (
      "notice-revoked-tokens-unconfirmed",
      state(registered: true) {
        $0.notice = .revokedTokens(RevocationReport(refreshToken: .unconfirmed(lost), accessToken: .notOffered))
      }
    ),
    ("notice-registration-updated", state(registered: true) { $0.notice = .registrationUpdated(newSecret: false) }),
    (
      "notice-registration-updated-secret",
      state(registered: true) { $0.notice = .registrationUpdated(newSecret: true) }
    ),
    (
      "banner-registration-answer-lost",
      state(saying: .registrationLogin) {
        let error = AppError(
          .registrationAnswerLost, step: .register,
          cause: .transport(
            TransportFailure(.connectionLost), url: Sample.base + "/token-service/oauth-registration"))
        $0.auth = .failed(error)
        $0.banner = Banner(error: error, retry: .registration)
      }
    ),
  ]

  private static let secrets: [Entry] = [
    (
      "settings-secret-nearly-expired",
      state(registered: true) {
        $0.view.route = .settings
        $0.registration = Sample.expiring(in: 172_800)
      }
    ),
    (
      "unauthenticated-secret-nearly-expired",
      state(registered: true) { $0.registration = Sample.expiring(in: 172_800) }
    ),
    ("authenticated-secret-nearly-expired", state(signedIn: true) { $0.registration = Sample.expiring(in: 3723) }),
  ]
}

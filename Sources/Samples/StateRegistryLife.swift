import AppState
import FoundationEssentials
import SharedValues

/// Life after the registration: renewing, silent start, update, and the ways to end something.
extension StateRegistry {
  static let life: [Entry] = renewing + ends + secrets

  private static let lost = AppError(
    code: .transport(.connectionRefused), step: .refresh,
    cause: .transport(TransportFailure(.connectionRefused), url: Sample.base + "/oauth/v2/oauth-token"))

  private static let renewing: [Entry] = [
    running("authenticated-refreshing-silently", .refresh, .refresh, .signedIn, seconds: 1) {
      $0.auth = .authorized(Sample.session, refreshing: true)
      $0.flow?.isSilent = true
    },
    state("authenticated-refresh-waits", .signedIn) {
      $0.renewal = waiting
      $0.now += 250
    },
    running("progress-silent-start", .silentStart, .refresh, .registered, seconds: 1),
    state("unauthenticated-not-signed-in-silently", .registered, notice: .notSignedInSilently(lost)) {
      $0.auth = .cancelled
    },
    state("unauthenticated-session-ended", .registered, notice: .sessionEnded),
    state("unauthenticated-scope-changed", .registered, notice: .scopeChanged),
    state("registration-cancelled", notice: .registrationCancelled),
  ]

  private static let waiting: Renewal? = {
    guard var renewal = Renewal(Sample.tokens) else { return nil }
    (renewal.attempt, renewal.problem, renewal.due) = (4, lost, Sample.now + 258)
    return renewal
  }()

  private static let ends: [Entry] = [
    state("settings-signed-in", .signedIn, on: .settings),
    state("settings-registration-differs", .signedIn, on: .settings) { $0.settings.scope = "openid profile email" },
    state("settings-everything", .signedIn, on: .settings) {
      $0.settings.scope = "openid profile email"
      $0.settings.redirectURI = Sample.redirect("io.curity.dcrclient:/elsewhere")
      $0.registration = Sample.expiring(in: 172_800)
    },
    state("settings-registration-in-doubt", .signedIn, on: .settings) { $0.isRegistrationInDoubt = true },
    state("settings-not-registered", on: .settings),
    state("notice-update-cancelled", .registered, on: .settings, notice: .updateCancelled) {
      $0.isRegistrationInDoubt = true
    },
    running("progress-check", .checkRegistration, .check, .registered, seconds: 1),
    state("notice-registration-unchanged", .registered, notice: .registrationChecked(changed: false)),
    state("notice-registration-changed", .registered, notice: .registrationChecked(changed: true)),
    state("notice-registration-out-of-reach", .registered, notice: .registrationOutOfReach),
    state("notice-registration-updated-in-part", .registered, notice: .registrationUpdatedInPart([.scope])),
    state("banner-sign-out-browser", .registered) {
      let failure = UserAgentFailure(.browserNotStarted, ["path": "/usr/bin/dcr-browser", "detail": "not found"])
      $0.banner = Banner(
        error: AppError(code: .userAgent(failure.code), step: .logout, cause: .userAgent(failure)), retry: .signOut)
      $0.banner?.nextUserAgent = .system
      $0.banner?.sessionMayGoOn = true
      $0.notice = .signedOutLocally
    },
    state("confirm-revoke-tokens", .signedIn, on: .settings, asking: .revokeTokens),
    running("progress-revoke", .revokeTokens, .revoke, .signedIn, seconds: 1),
    running("progress-update", .updateRegistration, .update, .registered, seconds: 1),
    state(
      "notice-revoked-tokens", .registered,
      notice: .revokedTokens(RevocationReport(refreshToken: .revoked, accessToken: .revoked))),
    state(
      "notice-revoked-tokens-unconfirmed", .registered,
      notice: .revokedTokens(RevocationReport(refreshToken: .unconfirmed(lost), accessToken: .notOffered))),
    state("notice-registration-updated", .registered, notice: .registrationUpdated(newSecret: false)),
    state("notice-registration-updated-secret", .registered, notice: .registrationUpdated(newSecret: true)),
    state("banner-registration-answer-lost", saying: .registrationLogin) {
      let url = Sample.base + "/token-service/oauth-registration"
      let cause = AppError.Cause.transport(TransportFailure(.connectionLost), url: url)
      $0.fail(AppError(.registrationAnswerLost, step: .register, cause: cause), retry: .registration)
    },
  ]

  private static let secrets: [Entry] = [
    state("settings-secret-nearly-expired", .registered, on: .settings) {
      $0.registration = Sample.expiring(in: 172_800)
    },
    state("unauthenticated-secret-nearly-expired", .registered) { $0.registration = Sample.expiring(in: 172_800) },
    state("authenticated-secret-nearly-expired", .signedIn) { $0.registration = Sample.expiring(in: 3723) },
  ]
}

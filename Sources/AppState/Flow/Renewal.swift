import FoundationEssentials
import OAuthClient
import SharedValues

/// When the access token is renewed, and how often that has failed in a row (the rules of MMMothClient, seeds/002).
///
/// A refresh is due a little before the access token expires. A failure that may pass, such as a missing network or a busy server, is
/// retried after 1, 2, 4 … 60 seconds without an error on the screen; any other failure ends the session or the renewing. One refresh at a
/// time: the flow is the lock.
public struct Renewal: Hashable, Sendable {
  /// The earliest time of the next refresh.
  public var due: Date
  /// Failed tries in a row; more than 0 while waiting for the next try.
  public var attempt = 0
  /// The Retry-After of the last answer, in seconds from then.
  var retryAfter: TimeInterval?
  public var problem: AppError?

  /// The access token and its time of receipt: the answer that a newer one is to replace.
  let accessToken: Secret
  let receivedAt: Date
  /// The random delay that is added at most, in seconds.
  var spread: TimeInterval
  /// Number of the wake requested; `nil`: none.
  var wake: Int?
  /// The refresh is due but waits for the flow under way.
  var isOverdue = false
  /// A refresh failed in a way that another try would not help.
  var isGivenUp = false

  /// Seconds before expiry, at most.
  static let margin: TimeInterval = 60
  /// The shortest time from the last answer to the next refresh, in seconds, whatever lifetime the server gives.
  static let shortestPause: TimeInterval = 5
  /// The longest wait between two tries, in seconds, without the random delay.
  static let longestPause: TimeInterval = 60
  /// The part of a server's Retry-After that is honoured, in seconds.
  static let longestRetryAfter: TimeInterval = 900

  /// `nil` without a refresh token, or where the server did not say when the access token expires.
  public init?(_ tokens: TokenSet) {
    guard tokens.refreshToken != nil, let expiry = tokens.expiresAt else { return nil }
    let lifetime = expiry.timeIntervalSince(tokens.receivedAt)
    let margin = min(Renewal.margin, lifetime / 4)
    accessToken = tokens.accessToken
    receivedAt = tokens.receivedAt
    due = max(expiry - margin, tokens.receivedAt + Renewal.shortestPause)
    spread = margin / 2
  }

  func isFor(_ other: Renewal) -> Bool { accessToken == other.accessToken && receivedAt == other.receivedAt }

  /// Waits before the next try: twice as long each time, and at least as long as the server asks, within limits.
  mutating func failed(_ problem: AppError, now: Date) {
    attempt += 1
    self.problem = problem
    let pause = Renewal.pause(after: attempt)
    spread = pause / 4
    due = now + max(pause, min(retryAfter ?? 0, Renewal.longestRetryAfter))
    (wake, retryAfter) = (nil, nil)
  }

  /// Postpones the refresh after the user cancelled it.
  mutating func postpone(now: Date) {
    due = max(due, now + Renewal.longestPause)
    (wake, isOverdue) = (nil, false)
  }

  /// 1, 2, 4, 8, 16, 32, 60, 60 … seconds.
  static func pause(after attempt: Int) -> TimeInterval {
    min(longestPause, Double(1 << (min(max(1, attempt), 30) - 1)))
  }
}

import FoundationEssentials
import OAuthClient
import SharedValues

/// When the access token is renewed, and how often that has failed in a row (the rules of MMMothClient, seeds/002).
///
/// A refresh is due a little before the access token expires. What may pass by itself, no network, a server that is busy,
/// is tried again after 1, 2, 4 … 60 seconds, without an error on the screen; what will not pass ends the session or the
/// renewing. One refresh at a time: the flow is the lock.
public struct Renewal: Hashable, Sendable {
  /// Not before this time.
  public var due: Date
  /// Failed tries in a row; more than 0 while it waits between two.
  public var attempt = 0
  /// When the server that answered last wants to be asked again, in seconds from then.
  package var retryAfter: TimeInterval?
  /// Why the last try failed.
  public var problem: AppError?

  /// Which answer of the server is to be replaced by a newer one.
  package let accessToken: Secret
  let receivedAt: Date
  /// How many seconds chance may add.
  package var spread: TimeInterval
  /// Number of the wake that was asked for; `nil`: none is under way.
  package var wake: Int?
  /// The refresh is due, and waits for the flow that is under way.
  package var isOverdue = false
  /// A refresh failed in a way that no second try makes better.
  var isGivenUp = false

  /// How long before expiry, at most.
  package static let margin: TimeInterval = 60
  /// Not sooner after the last answer than this, whatever lifetime the server gives.
  static let shortestPause: TimeInterval = 5
  /// The longest wait between two tries, without the part that chance adds.
  static let longestPause: TimeInterval = 60
  /// How much of a server's Retry-After is honoured.
  static let longestRetryAfter: TimeInterval = 900

  /// `nil` when there is nothing to renew with, or the server did not say until when the token counts.
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

  /// Waits before the next try: twice as long each time, and at least as long as the server asks for, within limits.
  package mutating func failed(_ problem: AppError, now: Date) {
    attempt += 1
    self.problem = problem
    let pause = Renewal.pause(after: attempt)
    spread = pause / 4
    due = now + max(pause, min(retryAfter ?? 0, Renewal.longestRetryAfter))
    (wake, retryAfter) = (nil, nil)
  }

  /// A refresh was cancelled: not at once again.
  mutating func postpone(now: Date) {
    due = max(due, now + Renewal.longestPause)
    (wake, isOverdue) = (nil, false)
  }

  /// 1, 2, 4, 8, 16, 32, 60, 60 … seconds.
  package static func pause(after attempt: Int) -> TimeInterval {
    min(longestPause, Double(1 << (min(max(1, attempt), 30) - 1)))
  }
}

import FoundationEssentials
import SharedValues

/// Why a run ends before its last row. What it has made is cleaned all the same.
package enum TestStop: Error, Hashable, Sendable {
  /// By Control-C or a signal.
  case interrupted
  case requestsSpent
  /// The second 429, or one that asks for more than a minute.
  case tooManyRequests
  /// Two answers 5xx in a row.
  case serverErrors
  /// The login was refused: it is not tried again, so that no account is locked.
  case loginRefused
  /// The person who should log in has closed the browser.
  case browserClosed
  /// The browser for the person could not be shown.
  case browserFailed(String)
  case journalUnwritable(String)
  /// Several requests in a row found no server, or lost their connection: the server has ended.
  case unreachable(TransportFailure)

  package var words: String {
    switch self {
    case .interrupted: "interrupted"
    case .requestsSpent: "the run has sent its \(TestBudget.mostRequests) requests"
    case .tooManyRequests: "the server said that there are too many requests"
    case .serverErrors: "the server answered twice in a row with a server error"
    case .loginRefused: "the server refused the login"
    case .browserClosed: "the browser was closed before the login"
    case .browserFailed(let why): "the browser cannot be used: \(why)"
    case .journalUnwritable(let why): "the journal of the clients cannot be written: \(why)"
    case .unreachable(let failure): "the server does not answer: \(failure.code.rawValue)"
    }
  }
}

/// What a run may send, and when. Pure: it is told the time and says how long to wait.
package struct TestBudget: Hashable, Sendable {
  package static let mostRequests = 400
  package static let mostClients = 12
  /// Seconds of a `Retry-After` that is kept to.
  package static let longestWait: TimeInterval = 60
  /// The password is posted at most so often in a run.
  package static let mostPasswords = 3
  /// Requests in a row without a connection, before the run ends. One endpoint that is down gets fewer: a row asks it at most four times.
  package static let mostUnanswered = 6

  /// Seconds between two requests.
  package let pause: TimeInterval
  package private(set) var requests = 0
  package var clients = 0
  package private(set) var passwords = 0
  private var next = Date(timeIntervalSince1970: 0)
  private var serverErrors = 0
  private var unanswered = 0
  private var hasWaited = false

  /// - Parameter perSecond: requests.
  package init(perSecond: Int) { pause = 1 / Double(max(1, perSecond)) }

  /// Counts one request. Returns the seconds to wait before it is sent.
  /// - Parameter isCleaning: cleaning goes on when everything else has been spent.
  package mutating func admit(_ now: Date, isCleaning: Bool = false) throws(TestStop) -> TimeInterval {
    guard isCleaning || requests < TestBudget.mostRequests else { throw .requestsSpent }
    requests += 1
    let at = max(now, next)
    next = at + pause
    return at.timeIntervalSince(now)
  }

  /// Takes note of what came back.
  /// - Parameter retryAfter: the header, in seconds or as a date.
  package mutating func note(status: Int, retryAfter: String?, _ now: Date) throws(TestStop) {
    if status != 0 { unanswered = 0 }
    // 501 says that the server does not have what was asked for (RFC 9110 §15.6.2), which is no outage.
    serverErrors = (500..<600).contains(status) && status != 501 ? serverErrors + 1 : 0
    if serverErrors >= 2 { throw .serverErrors }
    guard status == 429 || status == 503 && retryAfter != nil else { return }
    let wait = retryAfter.flatMap { TestBudget.seconds($0, now) } ?? 10
    guard !hasWaited, wait <= TestBudget.longestWait else { throw .tooManyRequests }
    hasWaited = true
    next = max(next, now + wait)
  }

  /// Takes note of a request that got no answer.
  package mutating func note(_ failure: TransportFailure) throws(TestStop) {
    guard [.connectionRefused, .connectionLost, .connectTimeout].contains(failure.code) else { return }
    unanswered += 1
    if unanswered >= TestBudget.mostUnanswered { throw .unreachable(failure) }
  }

  private static func seconds(_ text: String, _ now: Date) -> TimeInterval? {
    if let seconds = Int(text), seconds >= 0 { return Double(seconds) }
    return HTTPDate.parse(text).map { max(0, $0.timeIntervalSince(now)) }
  }

  /// Counts requests that the browser has sent.
  package mutating func add(requests: Int, passwords: Int, _ now: Date) {
    self.requests += requests
    next = max(next, now + pause)
    self.passwords += passwords
  }

  package var mayMakeClient: Bool { clients < TestBudget.mostClients }
  package var passwordsLeft: Int { max(0, TestBudget.mostPasswords - passwords) }
}

/// Why the secure element refused or failed.
public enum SecureElementError: Error, Hashable, Sendable {
  /// It cannot be started or does not answer; `detail` says why.
  case unavailable(detail: String)
  /// Its stored keys cannot be read. They are left as they are.
  case damaged(detail: String)
  /// Its stored keys cannot be changed. Nothing was changed.
  case unwritable(detail: String)
  /// It has no key with that thumbprint.
  case noSuchKey
  /// The key belongs to another phone's app.
  case keyOfAnotherApp
  /// The key signs only after its user's consent. Ask the user, then sign again with the answer to this question.
  case presenceDemanded(challenge: String)
  /// The user refused, or the answer fits no open question about this key and these bytes.
  case presenceRefused
  /// The user dismissed the question.
  case presenceCancelled
  /// The answer came too late.
  case presenceTimedOut
  /// No further key can be made.
  case full
  /// A message between app and element was malformed; `detail` says which.
  case protocolBroken(detail: String)

  public enum Code: String, StableCode, Hashable, CaseIterable {
    case unavailable = "secure_element_unavailable"
    case damaged = "secure_element_damaged"
    case unwritable = "secure_element_unwritable"
    case noSuchKey = "secure_element_no_such_key"
    case keyOfAnotherApp = "secure_element_key_of_another_app"
    case presenceDemanded = "secure_element_presence_demanded"
    case presenceRefused = "secure_element_presence_refused"
    case presenceCancelled = "secure_element_presence_cancelled"
    case presenceTimedOut = "secure_element_presence_timed_out"
    case full = "secure_element_full"
    case protocolBroken = "secure_element_protocol_broken"
  }

  public var code: Code {
    switch self {
    case .unavailable: .unavailable
    case .damaged: .damaged
    case .unwritable: .unwritable
    case .noSuchKey: .noSuchKey
    case .keyOfAnotherApp: .keyOfAnotherApp
    case .presenceDemanded: .presenceDemanded
    case .presenceRefused: .presenceRefused
    case .presenceCancelled: .presenceCancelled
    case .presenceTimedOut: .presenceTimedOut
    case .full: .full
    case .protocolBroken: .protocolBroken
    }
  }

  /// Details beyond the code, in English; for a demanded presence the question's number. Often empty.
  public var detail: String {
    switch self {
    case .unavailable(let detail), .damaged(let detail), .unwritable(let detail), .protocolBroken(let detail): detail
    case .presenceDemanded(let challenge): challenge
    case .noSuchKey, .keyOfAnotherApp, .presenceRefused, .presenceCancelled, .presenceTimedOut, .full: ""
    }
  }

  public init(_ code: Code, detail: String) {
    self =
      switch code {
      case .unavailable: .unavailable(detail: detail)
      case .damaged: .damaged(detail: detail)
      case .unwritable: .unwritable(detail: detail)
      case .noSuchKey: .noSuchKey
      case .keyOfAnotherApp: .keyOfAnotherApp
      case .presenceDemanded: .presenceDemanded(challenge: detail)
      case .presenceRefused: .presenceRefused
      case .presenceCancelled: .presenceCancelled
      case .presenceTimedOut: .presenceTimedOut
      case .full: .full
      case .protocolBroken: .protocolBroken(detail: detail)
      }
  }
}

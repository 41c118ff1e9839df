/// Why the secure element refused or failed.
public struct SecureElementError: Error, Hashable, Sendable {
  public enum Code: String, StableCode, Hashable, CaseIterable {
    /// It cannot be started or does not answer; `detail` says why.
    case unavailable = "secure_element_unavailable"
    /// Its stored keys cannot be read. They are left as they are.
    case damaged = "secure_element_damaged"
    /// Its stored keys cannot be changed. Nothing was changed.
    case unwritable = "secure_element_unwritable"
    case noSuchKey = "secure_element_no_such_key"
    case keyOfAnotherApp = "secure_element_key_of_another_app"
    /// The key signs only after its user's consent. Ask the user, then sign again with the answer to the question in `detail`.
    case presenceDemanded = "secure_element_presence_demanded"
    /// The user refused, or the answer fits no open question about this key and these bytes.
    case presenceRefused = "secure_element_presence_refused"
    case presenceCancelled = "secure_element_presence_cancelled"
    case presenceTimedOut = "secure_element_presence_timed_out"
    case full = "secure_element_full"
    /// A message between app and element was malformed; `detail` says which.
    case protocolBroken = "secure_element_protocol_broken"
  }

  public let code: Code
  /// Details beyond the code, in English; for a demanded presence the question's number. Often empty.
  public let detail: String

  private static let codesWithDetail: Set<Code> = [
    .unavailable, .damaged, .unwritable, .presenceDemanded, .protocolBroken,
  ]

  public init(_ code: Code, detail: String = "") {
    self.code = code
    self.detail = SecureElementError.codesWithDetail.contains(code) ? detail : ""
  }

  public static func unavailable(detail: String) -> Self { Self(.unavailable, detail: detail) }
  public static func damaged(detail: String) -> Self { Self(.damaged, detail: detail) }
  public static func unwritable(detail: String) -> Self { Self(.unwritable, detail: detail) }
  public static func presenceDemanded(challenge: String) -> Self { Self(.presenceDemanded, detail: challenge) }
  public static func protocolBroken(detail: String) -> Self { Self(.protocolBroken, detail: detail) }
  public static let noSuchKey = Self(.noSuchKey)
  public static let keyOfAnotherApp = Self(.keyOfAnotherApp)
  public static let presenceRefused = Self(.presenceRefused)
  public static let presenceCancelled = Self(.presenceCancelled)
  public static let presenceTimedOut = Self(.presenceTimedOut)
  public static let full = Self(.full)
}

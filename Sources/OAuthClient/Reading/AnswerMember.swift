import SharedValues

/// A member of an answer that this app reads: whether the flow needs it, and which deviations from the specifications are accepted.
///
/// One rule for all: a member that the flow needs must be present and valid; one that decides security must be valid if it is present; any other is
/// read as far as possible, and otherwise counts as absent. ``all`` is the table from which the answers are read, the notes in Messages are made
/// (``Leniency``) and docs/answers.md is written. A member that is in no row is not read.
public struct AnswerMember: Hashable, Sendable {
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    case metadata, registration, token
    case pushedAuthorization = "pushed authorization"
    case deviceAuthorization = "device authorization"
    case jwks = "key set"
    case key
    case idToken = "ID token"
    case userinfo
    case resourceMetadata = "resource metadata"
    case error
  }

  public enum Need: String, Hashable, Sendable, CaseIterable {
    /// The answer is refused without it. Read strictly.
    case needed
    /// May be absent or `null`. Decides security: any other value must be valid.
    case strict
    /// The flow continues without it. An unreadable value counts as absent.
    case optional
  }

  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A string that is shown to people or compared.
    case text
    /// A string of printable ASCII characters, which goes into headers or forms.
    case token
    /// A string with an address. ``EndpointRule`` judges it, because what is sent there may be secret.
    case address
    case time, duration, list, words, flag, object, objects
  }

  public let answer: Answer
  /// Its spelling; a member of an object is written after the object's name and a point.
  public let name: String
  public let need: Need
  public let form: Form

  init(_ answer: Answer, _ name: String, _ need: Need, _ form: Form) {
    (self.answer, self.name, self.need, self.form) = (answer, name, need, form)
  }
}

extension JSON {
  /// Whether the value is empty: some servers write absent members so.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    case .bool, .number: false
    }
  }
}

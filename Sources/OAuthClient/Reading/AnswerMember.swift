import SharedValues

/// A member of an answer that this app reads: whether the flow needs it, and what is taken for it besides what the specifications say.
///
/// One rule for all: what the flow needs has to be there and right; what decides security has to be right wherever it is there; anything
/// else is read as far as it can be, and otherwise counts as absent. ``all`` is the table, from which the answers are read, the notes in
/// Messages are made (``Leniency``) and docs/answers.md is written. A member that stands in no row is not read, whatever is in it.
public struct AnswerMember: Hashable, Sendable {
  /// Whose member it is.
  public enum Answer: String, Hashable, Sendable, CaseIterable {
    case metadata, registration, token
    case pushedAuthorization = "pushed authorization"
    case deviceAuthorization = "device authorization"
    case jwks = "key set"
    /// One of a key set.
    case key
    case idToken = "ID token"
    case userinfo
    case resourceMetadata = "resource metadata"
    case error
  }

  public enum Need: String, Hashable, Sendable, CaseIterable {
    /// There is no answer without it. Read strictly.
    case needed
    /// May be absent or `null`. Decides security: whatever else is there has to be right.
    case strict
    /// The flow goes on without it. What cannot be read counts as absent.
    case optional
  }

  /// What is written in it.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A string for people, or one that is compared.
    case text
    /// A string of printable ASCII characters, which goes into headers or forms.
    case token
    /// A string with an address. Where it is there, ``EndpointRule`` judges it: what is sent there may be secret.
    case address
    /// Seconds since 1970.
    case time
    /// A number of seconds.
    case duration
    /// An array of strings.
    case list
    /// Words with spaces between them.
    case words
    case flag
    case object
    /// An array of objects.
    case objects
  }

  public let answer: Answer
  /// As it is spelled; a member of an object has the object's name and a point before its own.
  public let name: String
  public let need: Need
  public let form: Form

  init(_ answer: Answer, _ name: String, _ need: Need, _ form: Form) {
    (self.answer, self.name, self.need, self.form) = (answer, name, need, form)
  }
}

extension JSON {
  /// Nothing is in it: how servers write a member that they do not have.
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

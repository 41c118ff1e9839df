import ForeignText
import AppState
import Catalogue
import OAuthClient

/// An error in words, with the facts behind it.
package struct ErrorWording {
  package var title: String
  package var explanation: String
  package var hint: String
  /// Whether a fault caused it, so that nothing real is damaged.
  package var isSimulated: Bool
  package var expected: String?
  package var received: String?
  /// Code, member, source, URL: facts for a technical reader.
  package var facts: [(label: Phrase, value: String)]

  package init(_ error: AppError, in state: AppState, _ look: Look) {
    self.init(
      code: error.code, text: error.textCode, cause: Cause(error.cause), step: error.step, url: error.url,
      faults: error.faults, state, look)
  }

  package init(_ error: ApplicationStateError, in state: AppState, _ look: Look) {
    self.init(
      code: error.code, text: error.code.rawValue, cause: Cause(error), step: nil, url: nil, faults: [], state, look)
  }

  private init(
    code: AppError.Code, text: String, cause: Cause, step: FlowStep?, url: String?, faults: [String], _ state: AppState,
    _ look: Look
  ) {
    var cause = cause
    let text = ErrorText.of(text)
    let url = cause.url ?? url
    let known = [
      "field": cause.field, "expected": cause.expected, "received": cause.received, "description": cause.description,
      "url": url, "path": cause.path, "detail": cause.detail, "source": cause.source,
    ].compactMapValues { $0 }
    let values = look.catalogue.errorValues(
      known, theirs: cause.quotesReceived ? ["received"] : [], for: look.reader)
    cause.expected = cause.expected.map(look.catalogue.term)
    if !cause.quotesReceived { cause.received = cause.received.map(look.catalogue.term) }
    title = ErrorWording.sentence(look.catalogue(text.title, values), end: "")
    explanation = ErrorWording.sentence(look.catalogue(text.explanation, values), end: ".")
    isSimulated = cause.isSimulated
    hint = ErrorWording.sentence(look.catalogue(isSimulated ? .simulatedKeystore : text.hint, values), end: ".")
    // A number alone does not say that it is a status.
    let prefix = cause.isOfStatus ? "HTTP " : ""
    expected = cause.hasExpectation ? cause.expected.map { prefix + $0 } : nil
    received = cause.hasExpectation ? cause.received.map { prefix + $0 } : nil
    facts = [
      (.factCode, code.rawValue),
      (.factStep, step.map { look.catalogue(ProgressScreen.name($0, state.settings.registration)) }),
      (.factField, cause.field),
      (.factSource, cause.source), (.factURL, url), (.factFile, cause.path), (.factServerSays, cause.description),
      (.factDetail, cause.detail.map(look.catalogue.term)), (.factFault, faults.joined(separator: ", ")),
    ].compactMap { label, value in
      guard let value, !value.isEmpty else { return nil }
      return (label, value)
    }
  }

  /// Protocol names that look like words.
  private static let protocolNames: Set<String> = [
    "iss", "aud", "sub", "azp", "exp", "iat", "nbf", "nonce", "alg", "scope", "claims", "userinfo",
  ]

  /// Error texts are in lower case without a full stop; on the phone they become sentences.
  package static func sentence(_ text: String, end: String) -> String {
    let trimmed = text.split(scalar: " ").joined(separator: " ")
    guard let first = trimmed.first, let last = trimmed.last else { return "" }
    // Names like `client_id`, URLs and file names keep their spelling.
    let word = String(trimmed.prefix(whileScalar: { !" ,:".unicodeScalars.contains($0) }))
    let isName =
      word.contains(where: { "_/.".contains($0) }) || word.dropFirst().contains(where: \.isUppercase)
      || word.hasPrefix(bytes: "dcr-") || protocolNames.contains(word)
    let start = isName ? String(first) : first.uppercased()
    return start + trimmed.dropFirst() + (last.isLetter || last.isNumber || "\"')`”“".contains(last) ? end : "")
  }

}

extension ErrorWording {
  /// The facts of the different kinds of errors in one form.
  private struct Cause {
    var field: String?
    var expected: String?
    var received: String?
    var description: String?
    var url: String?
    var path: String?
    var detail: String?
    var source: String?
    var isOfStatus = false
    var quotesReceived = false
    var isSimulated = false
    /// Whether to show `expected` and `received` as facts, beyond the sentences.
    var hasExpectation = true

    init() {}

    init(_ error: ProtocolError) {
      self.init()
      field = error.field
      expected = error.expected
      received = error.received
      description = error.serverDescription
      source = error.source
      isOfStatus = error.isOfStatus
      quotesReceived = error.quotesReceived
    }

    init(_ cause: AppError.Cause) {
      switch cause {
      case .server(let error): self.init(error)
      case .transport(let failure, let address):
        self.init()
        detail = failure.detail
        url = address.isEmpty ? nil : address
      case .keystore(let error): self.init(ApplicationStateError.keystore(error))
      case .userAgent(let failure):
        self.init()
        (detail, path) = (failure.values["detail"], failure.values["path"])
        (expected, received) = (failure.values["expected"], failure.values["received"])
        hasExpectation = false
      case .key(let failure):
        self.init()
        detail = failure.detail
      case .embeddedServer(let reason), .app(let reason):
        self.init()
        detail = reason
      case .storedState(let error): self.init(error)
      case .file(let name, let reason):
        self.init()
        path = name
        detail = reason
      }
    }

    init(_ error: ApplicationStateError) {
      switch error {
      case .keystore(let error):
        self.init()
        path = error.path
        detail = error.detail
        isSimulated = error.isSimulated
      case .otherIssuer(let stored, let configured):
        self.init()
        // The sentence already contains both.
        (expected, received, hasExpectation) = (configured, stored, false)
      case .unusable(let error): self.init(error)
      case .registered(let clientID):
        self.init()
        (received, hasExpectation) = (clientID, false)
      }
    }
  }
}

import AppState
import Catalogue
import Keystore
import OAuthClient
import SharedValues
import TerminalUI

/// Why a command ended without having done its job: a code with its exit status, and what its sentence needs.
///
/// The sentence itself is in the catalogue (``ErrorText``).
struct CommandError: Error, Hashable, Sendable {
  var code: Code
  /// What the sentence has to be filled with. Never a secret.
  var values: [String: String]
  var status: ExitStatus { code.status }

  init(_ code: OwnCode, _ values: [String: String] = [:]) { self.init(Code(code), values) }

  init(_ code: some ExitCode, _ values: [String: String] = [:]) { self.init(Code(code), values) }

  init(_ code: Code, _ values: [String: String] = [:]) { (self.code, self.values) = (code, values) }

  /// `dcr-terminal: what failed: why`, then `hint: what to do`; both lines end with a line feed.
  func report(_ catalogue: Catalogue = Catalogue()) -> String {
    let text = ErrorText.of(code.rawValue)
    let why = CommandError.line(catalogue(text.explanation, filled(catalogue)))
    return "dcr-terminal: \(title(catalogue)): \(why)\nhint: \(hint(catalogue))\n"
  }

  /// What failed, as one line.
  func title(_ catalogue: Catalogue = Catalogue()) -> String {
    CommandError.line(catalogue(ErrorText.of(code.rawValue).title, filled(catalogue)))
  }

  /// What to do about it, as one line.
  func hint(_ catalogue: Catalogue = Catalogue()) -> String {
    CommandError.line(catalogue(ErrorText.of(code.rawValue).hint, filled(catalogue)))
  }

  /// What was expected and received, and where the rule stands, as members for scripts. Only those that are known.
  var facts: [JSON.Member] {
    // The browser's own advice stands in `expected`, and is in the hint already.
    let isBrowsers = [.loginRefused, .browserFailed].contains(UserAgentFailure.Code(rawValue: code.rawValue))
    return (isBrowsers ? [] : ["field", "expected", "received", "source"]).compactMap { name in
      values[name].map { JSON.Member(name, .string(CommandError.line($0))) }
    }
  }

  /// Why, in English. What a server wrote in it is not made harmless.
  var explanation: String { Catalogue()(ErrorText.of(code.rawValue).explanation, filled) }

  /// What the sentences are filled with; an absent value leaves nothing behind.
  var filled: [String: String] { filled(Catalogue()) }

  /// What was expected and what came is kept in English; it is translated where it is a term of the catalogue.
  private func filled(_ catalogue: Catalogue) -> [String: String] {
    let names = ["field", "expected", "received", "description", "url", "path", "detail", "source"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, "") }).merging(values.mapValues(catalogue.term)) { $1 }
  }

  /// One line without anything that a terminal would act on.
  static func line(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return TextLayout.clip(words, to: 2000)
  }
}

// MARK: - Errors of the rooms below

extension CommandError {
  init(_ error: KeystoreError) { self.init(error.code, ["path": error.path, "detail": error.detail]) }

  init(_ error: ProtocolError) {
    let values = [
      "field": error.field, "expected": error.expected, "received": error.received,
      "description": error.serverDescription, "source": error.source,
    ]
    self.init(Code(error.code, error.consequence), values.compactMapValues { $0 })
  }

  init(_ failure: TransportFailure, url: String) { self.init(failure.code, ["url": url, "detail": failure.detail]) }

  init(_ error: TerminalError) { self.init(error.code, ["detail": error.detail]) }

  init(_ error: ApplicationStateError) {
    switch error {
    case .keystore(let error): self.init(error)
    case .otherIssuer(let stored, let configured): self.init(error.code, ["received": stored, "expected": configured])
    case .registered(let clientID): self.init(error.code, ["received": clientID])
    case .unusable(let refusal):
      self.init(error.code, CommandError(refusal).values.merging(["detail": refusal.code.rawValue]) { $1 })
    }
  }

  init(_ error: AppError) {
    switch error.cause {
    case .server(let refusal): self.init(refusal)
    // Some failures of a connection have consequences of their own, and a code that says so.
    case .transport(let failure, let url): self.init(error.code, ["url": url, "detail": failure.detail])
    case .keystore(let failure): self.init(failure)
    case .storedState(let failure): self.init(failure)
    case .file(let path, let detail): self.init(error.code, ["path": path, "detail": detail])
    case .userAgent(let failure): self.init(failure)
    case .embeddedServer(let reason): self.init(error.code, ["detail": reason])
    case .app(let detail): self.init(error.code, ["detail": detail])
    }
  }

  init(_ failure: UserAgentFailure) { self.init(Code(failure.code, exitCode: failure.exitCode), failure.values) }
}

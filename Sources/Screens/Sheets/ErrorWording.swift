import AppState
import Catalogue
import OAuthClient
import SharedValues

/// An error in words, with the facts behind it.
package struct ErrorWording {
  package var title, explanation, hint: String
  /// Whether a fault caused it, so that nothing real is damaged.
  package var isSimulated = false
  package var expected, received: String?
  /// Code, member, source, URL: facts for a technical reader.
  package var facts: [(label: Phrase, value: String)] = []

  package init(_ error: AppError, in state: AppState, _ look: Look) {
    let values = error.values.merging(error.url.map { ["url": .value($0)] } ?? [:]) { own, _ in own }
    self.init(error.textCode, values, hint: error.advice, look)
    isSimulated = error.isSimulated
    if let refusal = error.refusal {
      // A number alone does not say that it is a status.
      let prefix = refusal.isOfStatus ? "HTTP " : ""
      expected = refusal.expected.map { prefix + look.catalogue.fact($0) }
      received = refusal.received.map { prefix + look.catalogue.fact($0) }
    }
    func fact(_ name: String) -> String? { values[name].map(look.catalogue.fact) }
    facts = [
      (.factCode, error.code.rawValue),
      (.factStep, error.step.map { look.catalogue(ProgressScreen.name($0, state.settings.registration)) }),
      (.factField, fact("field")), (.factSource, fact("source")), (.factURL, fact("url")), (.factFile, fact("path")),
      (.factServerSays, error.refusal?.serverDescription), (.factDetail, fact("detail")),
      (.factFault, error.faults.joined(separator: ", ")),
    ].compactMap { label, value in
      guard let value, !value.isEmpty else { return nil }
      return (label, value)
    }
  }

  package init(_ error: ApplicationStateError, in state: AppState, _ look: Look) {
    self.init(AppError(code: error.code, step: nil, cause: .storedState(error)), in: state, look)
  }

  /// A problem beside the flows, such as a file that cannot be written.
  package init<Problem: WordedError>(_ error: Problem, _ look: Look) where Problem.ErrorCode: StableCode {
    self.init(error.code.rawValue, error.values, look)
  }

  package init(_ code: String, _ values: [String: Term], hint: Phrase? = nil, _ look: Look) {
    let words = look.catalogue.words(code, values, hint: hint, for: look.reader)
    title = ErrorText.sentence(words.title)
    explanation = ErrorText.sentence(words.explanation, end: ".")
    self.hint = ErrorText.sentence(words.hint, end: ".")
  }
}

extension Leniency {
  /// A sentence in the style of error texts: lower case, no full stop.
  package func sentence(_ catalogue: Catalogue) -> String { catalogue(phrase, ["name": name]) }

  /// The same for a command, which shows no message beside it.
  package func warning(_ catalogue: Catalogue) -> String {
    catalogue(.leniencyWarning, ["answer": answer.rawValue, "sentence": sentence(catalogue)])
  }

  private var phrase: Phrase {
    switch deviation {
    case .empty: .leniencyEmpty
    case .unreadable: .leniencyUnreadable
    case .partly: .leniencyPartly
    case .numberAsText: .leniencyNumberAsText
    case .flagAsText: .leniencyFlagAsText
    case .milliseconds: .leniencyMilliseconds
    case .date: .leniencyDate
    case .textAsList: .leniencyTextAsList
    case .listAsText: .leniencyListAsText
    case .unmanaged: .leniencyUnmanaged
    }
  }
}

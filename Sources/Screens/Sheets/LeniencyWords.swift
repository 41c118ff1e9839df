import Catalogue
import OAuthClient

extension Leniency {
  /// One sentence, in the house style of errors: it begins in lower case and has no full stop.
  package func sentence(_ catalogue: Catalogue) -> String { catalogue(phrase, ["name": name]) }

  /// The same for a command, which has no message beside it.
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

import Catalogue
import OAuthClient

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

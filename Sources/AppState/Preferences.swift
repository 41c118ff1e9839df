import Catalogue

/// How the person wants things to look, whatever phone is looked at. Kept for the next run.
public struct Preferences: Hashable, Sendable {
  /// Name of a theme, one of ``AppSettings/themes``; `nil`: nobody has chosen one.
  public var theme: String?
  /// The theme until somebody chooses one: it goes with the terminal's background. Not kept.
  public var suggestedTheme = "curity"
  /// Whether things move where movement helps to understand.
  public var motion: Bool
  /// What everything is said in; `nil`: as the environment asks, see ``AppSettings/language``.
  public var language: Language?
  /// Who tests by hand, for reports; empty: nobody wants to be named, `nil`: nobody has been asked.
  public var tester: String?

  public init(theme: String? = nil, motion: Bool = true, language: Language? = nil) {
    (self.theme, self.motion, self.language) = (theme, motion, language)
  }

  public var shownTheme: String { theme ?? suggestedTheme }
}

public enum PreferenceAction: Hashable, Sendable {
  case theme(String)
  /// What goes with the terminal's background.
  case suggested(theme: String)
  case motion(Bool)
  case language(Language)
  /// `nil`: they are kept.
  case saved(PreferenceProblem?)
}

/// Why a choice holds for this run alone; `code` has its words in the catalogue.
public struct PreferenceProblem: Error, Hashable, Sendable {
  public var code: ProblemCode
  public var path: String
  public var detail: String

  public init(_ code: ProblemCode, path: String, detail: String) {
    (self.code, self.path, self.detail) = (code, path, detail)
  }
}

extension AppState {
  /// The language in which everything is said now.
  public var language: Language { preferences.language ?? settings.language }

  /// A choice holds at once, and is kept if that is possible.
  mutating func prefer(_ action: PreferenceAction) -> [Effect] {
    switch action {
    case .theme(let name):
      guard settings.themes.contains(name) else { return [] }
      preferences.theme = name
    case .suggested(let name):
      preferences.suggestedTheme = name
      return []
    case .motion(let moves): preferences.motion = moves
    case .language(let language): preferences.language = language
    case .saved(let problem):
      preferenceProblem = problem
      return []
    }
    return [.savePreferences(preferences)]
  }
}

import Catalogue

/// The user's choices of appearance and language, for all phones. Kept for the next run.
public struct Preferences: Hashable, Sendable {
  /// Name of a theme, one of ``AppSettings/themes``; `nil`: none was chosen.
  public var theme: String?
  /// The theme until one is chosen: it matches the terminal's background. Not kept.
  public var suggestedTheme = "curity"
  public var motion: Bool
  /// The app's language; `nil`: the language of the environment, see ``AppSettings/language``.
  public var language: Language?
  /// The name of the manual tester, for reports; empty: no name is wanted, `nil`: the user has not been asked.
  public var tester: String?

  public init(theme: String? = nil, motion: Bool = true, language: Language? = nil) {
    (self.theme, self.motion, self.language) = (theme, motion, language)
  }

  public var shownTheme: String { theme ?? suggestedTheme }
}

public enum PreferenceAction: Hashable, Sendable {
  case theme(String)
  /// The theme that matches the terminal's background.
  case suggested(theme: String)
  case motion(Bool)
  case language(Language)
  /// `nil`: the preferences are saved.
  case saved(FileProblem?)
}

extension AppState {
  public var language: Language { preferences.language ?? settings.language }

  /// Applies a choice at once, and saves it if possible.
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

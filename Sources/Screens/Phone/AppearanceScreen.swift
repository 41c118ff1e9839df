import AppState
import Catalogue
import TerminalUI

/// Colours, movement and language; changes apply at once.
enum AppearanceScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    var block = PhonePage.Block.text(look.catalogue(.appearanceExplanation), Style(.phoneSecondary), .centre)
    if let problem = state.preferenceProblem {
      let words = ErrorWording(problem, look)
      block = .warning("\(words.explanation) \(words.hint)", look)
    }
    return PhonePage(title: look.catalogue(.appearance), blocks: [block], controls: controls(state, look))
  }

  /// One control for all languages: pressing it takes the next one. Each language is named in itself, so that its
  /// speakers can find it.
  private static func language(_ state: AppState) -> Control {
    let spoken = Language.spoken
    let place = spoken.firstIndex(of: state.language) ?? spoken.count - 1
    return Control(
      .languageChoice, .prefer(.language(spoken[(place + 1) % spoken.count])), .quiet,
      values: ["name": state.language.name], key: .keyNextLanguage)
  }

  private static func controls(_ state: AppState, _ look: Look) -> [Control] {
    let themes = state.settings.themes.map { name in
      let mark = name == state.preferences.shownTheme ? look.marks.chosen : look.marks.other
      let title = Phrase.theme(name).map { look.catalogue($0) } ?? name
      return Control(
        .themeChoice, .prefer(.theme(name)), .quiet, values: ["mark": mark, "name": title], key: .keyTakeTheme)
    }
    let moves = state.preferences.motion
    let motion = Control(
      moves ? .motionOn : .motionOff, .prefer(.motion(!moves)), .quiet, key: moves ? .keyStopMotion : .keyStartMotion)
    return themes + [motion, language(state), Control(.back, .view(.show(.settings)))]
  }
}

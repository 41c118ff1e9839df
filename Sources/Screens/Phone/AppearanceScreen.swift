import AppState
import Catalogue
import TerminalUI

/// Colours, movement and language; changes apply at once.
enum AppearanceScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = []
    if let problem = state.preferenceProblem {
      let words = ErrorWording(problem, look)
      blocks = [.text("\(look.marks.warning) \(words.explanation) \(words.hint)", Style(.phoneWarning), .left)]
    }
    if blocks.isEmpty { blocks = [.text(look.catalogue(.appearanceExplanation), Style(.phoneSecondary), .centre)] }
    return PhonePage(title: look.catalogue(.appearance), blocks: blocks, controls: controls(state, look))
  }

  /// One control for all languages: pressing it takes the next one. Each language is named in itself, so that its
  /// speakers can find it.
  private static func language(_ state: AppState) -> Control {
    let spoken = Language.spoken
    let place = spoken.firstIndex(of: state.language) ?? spoken.count - 1
    var control = Control(.languageChoice, .prefer(.language(spoken[(place + 1) % spoken.count])), .quiet)
    control.values = ["name": state.language.name]
    control.keyPhrase = .keyNextLanguage
    return control
  }

  private static func controls(_ state: AppState, _ look: Look) -> [Control] {
    let themes = state.settings.themes.map { name in
      var control = Control(.themeChoice, .prefer(.theme(name)), .quiet)
      let isTaken = name == state.preferences.shownTheme
      control.values = [
        "mark": isTaken ? look.marks.chosen : look.marks.other,
        "name": Phrase.theme(name).map { look.catalogue($0) } ?? name,
      ]
      control.keyPhrase = .keyTakeTheme
      return control
    }
    let moves = state.preferences.motion
    var motion = Control(moves ? .motionOn : .motionOff, .prefer(.motion(!moves)), .quiet)
    motion.keyPhrase = moves ? .keyStopMotion : .keyStartMotion
    return themes + [motion, language(state), Control(.back, .view(.show(.settings)))]
  }
}

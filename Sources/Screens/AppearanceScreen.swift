import AppState
import Catalogue
import TerminalUI

/// Colours and movement: what is pressed shows at once.
enum AppearanceScreen {
  static func page(_ state: AppState, _ look: Look) -> Page {
    var blocks: [Page.Block] = []
    if let problem = state.preferenceProblem {
      let text = ErrorText.of(problem.code)
      let values = ["path": problem.path, "detail": problem.detail]
      let sentences = [text.explanation, text.hint].map { ErrorWording.sentence(look.catalogue($0, values), end: ".") }
      blocks = [.text("\(look.marks.warning) " + sentences.joined(separator: " "), Style(.phoneWarning), .left)]
    }
    if blocks.isEmpty { blocks = [.text(look.catalogue(.appearanceExplanation), Style(.phoneSecondary), .centre)] }
    return Page(title: look.catalogue(.appearance), blocks: blocks, controls: controls(state, look))
  }

  private static func controls(_ state: AppState, _ look: Look) -> [Control] {
    let themes = state.settings.themes.map { name in
      var control = Control(.themeChoice, .prefer(.theme(name)), .quiet)
      let isTaken = name == state.preferences.theme
      control.values = [
        "mark": isTaken ? look.marks.current : look.marks.open,
        "name": Phrase.theme(name).map { look.catalogue($0) } ?? name,
      ]
      control.keyPhrase = .keyTakeTheme
      return control
    }
    let moves = state.preferences.motion
    var motion = Control(moves ? .motionOn : .motionOff, .prefer(.motion(!moves)), .quiet)
    motion.keyPhrase = moves ? .keyStopMotion : .keyStartMotion
    return themes + [motion, Control(.back, .view(.show(.settings)))]
  }
}

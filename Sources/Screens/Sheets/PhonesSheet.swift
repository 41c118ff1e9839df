import AppState
import Catalogue
import TerminalUI

/// The phones on this machine: switch to another one, add one, clone this one.
enum PhonesSheet {
  static func page(_ phones: Phones, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = []
    if let clone = phones.cloned {
      let text = look.catalogue(.phoneCloned, ["from": clone.from, "to": clone.to])
      blocks.append(note(look.marks.note, text, .phoneSuccess))
    }
    if let problem = phones.problem {
      let words = ErrorWording(problem, look)
      blocks.append(note(look.marks.warning, words.explanation, .phoneError))
      blocks.append(note(look.marks.hint, words.hint, .phoneError))
    }
    // News comes before the general explanation: a small screen has room for only one of them.
    if blocks.isEmpty { blocks = [.text(look.catalogue(.phonesExplanation), Style(.phoneSecondary))] }
    return PhonePage(title: look.catalogue(.phonesTitle), blocks: blocks, controls: controls(phones, state, look))
  }

  private static func note(_ mark: String, _ text: String, _ role: Role) -> PhonePage.Block {
    .lines([StyledLine(mark + " ", Style(role, bold: true), text, Style(role))])
  }

  private static func controls(_ phones: Phones, _ state: AppState, _ look: Look) -> [Control] {
    var controls = phones.all.map { phone in
      let isThis = phone.name == state.settings.device
      let mark = isThis ? look.marks.chosen : look.marks.other
      let condition = condition(phone, look)
      return Control(
        .phoneChoice, .phones(.switchTo(phone.name)), .quiet,
        values: ["mark": mark, "name": phone.name, "condition": condition],
        lines: ["\(mark) \(phone.name)", condition], key: isThis ? .keyStay : .keyTake)
    }
    if phones.hasRoom {
      controls.append(Control(.addPhone, .phones(.add)))
      if state.currentRegistration != nil { controls.append(Control(.clonePhone, .phones(.clone))) }
    }
    return controls + [Control(.back, .phones(.close), .quiet)]
  }

  private static func condition(_ phone: PhoneSummary, _ look: Look) -> String {
    let phrase: Phrase =
      switch phone.condition {
      case .fresh: .phoneFresh
      case .registered: .phoneRegistered
      case .signedIn: .phoneSignedIn
      case .unopened: .phoneUnopened
      case .locked: .phoneLocked
      case .damaged: .phoneDamaged
      }
    return look.catalogue(phrase, ["client": String((phone.clientID ?? "").prefix(8)) + look.marks.ellipsis])
  }
}

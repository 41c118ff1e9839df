import AppState
import Catalogue
import TerminalUI

/// The phones on this machine: switch to another one, add one, clone this one.
enum PhonesSheet {
  static func page(_ phones: Phones, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = []
    if let clone = phones.cloned {
      blocks += note(
        look.marks.note, look.catalogue(.phoneCloned, ["from": clone.from, "to": clone.to]), .phoneSuccess)
    }
    if let problem = phones.problem {
      let words = ErrorWording(problem, look)
      blocks +=
        note(look.marks.warning, words.explanation, .phoneError) + note(look.marks.hint, words.hint, .phoneError)
    }
    // News comes before the general explanation: a small screen has room for only one of them.
    if blocks.isEmpty { blocks = [.text(look.catalogue(.phonesExplanation), Style(.phoneSecondary), .left)] }
    return PhonePage(title: look.catalogue(.phonesTitle), blocks: blocks, controls: controls(phones, state, look))
  }

  private static func note(_ mark: String, _ text: String, _ role: Role) -> [PhonePage.Block] {
    let line = StyledLine([
      .init(text: mark + " ", style: Style(role, bold: true)), .init(text: text, style: Style(role)),
    ])
    return [.lines([line], hanging: 2)]
  }

  private static func controls(_ phones: Phones, _ state: AppState, _ look: Look) -> [Control] {
    var controls = phones.all.map { phone in
      var control = Control(.phoneChoice, .phones(.switchTo(phone.name)), .quiet)
      let isThis = phone.name == state.settings.device
      let mark = isThis ? look.marks.chosen : look.marks.other
      control.values = ["mark": mark, "name": phone.name, "condition": condition(phone, look)]
      control.lines = ["\(mark) \(phone.name)", condition(phone, look)]
      control.keyPhrase = isThis ? .keyStay : .keyTake
      return control
    }
    if phones.hasRoom {
      controls.append(Control(.addPhone, .phones(.add)))
      if state.currentRegistration != nil { controls.append(Control(.clonePhone, .phones(.clone))) }
    }
    return controls + [Control(.back, .phones(.close), .quiet)]
  }

  private static func condition(_ phone: PhoneSummary, _ look: Look) -> String {
    switch phone.condition {
    case .fresh: look.catalogue(.phoneFresh)
    case .registered:
      look.catalogue(.phoneRegistered, ["client": String((phone.clientID ?? "").prefix(8)) + look.marks.ellipsis])
    case .signedIn:
      look.catalogue(.phoneSignedIn, ["client": String((phone.clientID ?? "").prefix(8)) + look.marks.ellipsis])
    case .unopened: look.catalogue(.phoneUnopened)
    case .locked: look.catalogue(.phoneLocked)
    case .damaged: look.catalogue(.phoneDamaged)
    }
  }
}

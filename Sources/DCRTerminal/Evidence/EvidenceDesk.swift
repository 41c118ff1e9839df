import Workshop
import AppState
import Foundation
import Screens
import SharedValues
import TerminalUI

/// Watches the screen of a run, and says what it saw when somebody asks for it.
@MainActor
final class EvidenceDesk {
  private(set) var tape = EvidenceTape()
  private let context: EvidenceContext
  private let machine: () -> Date
  /// The app's, as it was when something was last shown.
  private var clock = ClockSetting.real

  /// - Parameter machine: the machine's clock, which no bench moves.
  init(_ context: EvidenceContext, machine: @escaping () -> Date = { Date() }) {
    self.context = context
    self.machine = machine
  }

  /// A picture that can be seen. What the person has revealed is masked again.
  func show(_ state: AppState, _ canvas: Canvas, _ facts: [String: String], size: Size, look: Look) {
    var picture = canvas
    if state.view.revealsSecrets {
      var masked = state
      masked.view.revealsSecrets = false
      picture = AppScreen.draw(masked, size: size, look: look)
    }
    clock = state.clocks.app
    let moment = now
    tape.isSeen(true, at: moment)
    tape.show(picture, facts, at: moment)
  }

  /// A child program has the terminal now.
  func leave() { tape.isSeen(false, at: now) }

  /// - Parameter state: before the event has been taken.
  func note(_ event: TerminalEvent, _ state: AppState, size: Size) {
    if let name = EvidenceDesk.name(of: event, KeyMap.fieldName(state, size: size)) { tape.press(name, at: now) }
  }

  /// What has been seen until now, with what the app knows.
  func bundle(_ order: EvidenceOrder) -> EvidenceBundle {
    EvidenceBundle(tape: tape, order: order, context: context, machine: machine())
  }

  private var now: EvidenceTape.Moment {
    let machine = machine()
    return EvidenceTape.Moment(machine: machine, app: clock.date(at: machine))
  }

  /// As replays read it; `nil`: it does nothing. What goes into a field has the field's name alone.
  nonisolated static func name(of event: TerminalEvent, _ field: String?) -> String? {
    switch event {
    case .key(.character) where field != nil: field.map { "\(EvidenceTape.masked) \($0)" }
    case .paste: field.map { "\(EvidenceTape.masked) \($0)" } ?? EvidenceTape.other
    case .key(let key): replayable(ScriptKey.name(of: key))
    case .mouse(let mouse) where mouse.kind == .press: replayable("click \(mouse.at.x) \(mouse.at.y)")
    case .mouse(let mouse): mouse.kind == .release ? nil : EvidenceTape.other
    case .resize(let size): replayable("resize \(size.width)x\(size.height)")
    }
  }

  /// What no replay could read would make the whole bundle useless.
  nonisolated private static func replayable(_ name: String) -> String {
    let isPlain = (try? DocumentMembers.text(.string(name), RecordedRun.keyLength, [])) != nil
    return isPlain && ReplayKey(name) != nil ? name : EvidenceTape.other
  }
}

extension ScriptKey {
  /// What scripts call a key.
  static func name(of key: Key) -> String {
    switch key {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let character): "ctrl-\(character)"
    case .enter: "enter"
    case .tab: "tab"
    case .backtab: "shift-tab"
    case .escape: "escape"
    case .backspace: "backspace"
    case .delete: "delete"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .home: "home"
    case .end: "end"
    case .pageUp: "page-up"
    case .pageDown: "page-down"
    case .insert: "insert"
    case .function(let number): "f\(number)"
    }
  }
}

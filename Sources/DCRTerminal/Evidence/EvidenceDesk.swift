import AppState
import Foundation
import Screens
import TerminalUI

/// Watches the screen of a run, and writes what it saw when somebody asks for it.
@MainActor
final class EvidenceDesk {
  private(set) var tape = EvidenceTape()
  private let context: EvidenceContext

  init(_ context: EvidenceContext) { self.context = context }

  /// A picture that can be seen. What the person has revealed is masked again.
  func show(_ state: AppState, _ canvas: Canvas, _ facts: [String: String], size: Size) {
    var picture = canvas
    if state.view.revealsSecrets {
      var masked = state
      masked.view.revealsSecrets = false
      picture = AppScreen.draw(masked, size: size, look: context.look)
    }
    tape.isSeen(true, at: Date())
    tape.show(picture, facts, at: Date())
  }

  /// A child program has the terminal now.
  func leave() { tape.isSeen(false, at: Date()) }

  /// - Parameter state: before the event has been taken.
  func note(_ event: TerminalEvent, _ state: AppState, size: Size) {
    if let name = EvidenceDesk.name(of: event, KeyMap.fieldName(state, size: size)) {
      tape.press(name, changes: state.phases.count, at: Date())
    }
  }

  /// Off the main actor: pictures take a moment.
  func write(_ order: EvidenceOrder, to exports: ExportWriter) async -> Result<String, ExportProblem> {
    let bundle = EvidenceBundle(tape: tape, order: order, context: context)
    return await Task.detached { () -> Result<String, ExportProblem> in
      do throws(ExportProblem) {
        return .success(try exports.save(bundle.archive.bytes, "evidence-\(ExportWriter.stamp(order.time))", "zip"))
      } catch { return .failure(error) }
    }.value
  }

  /// As replays read it. What goes into a field has the field's name alone.
  static func name(of event: TerminalEvent, _ field: String?) -> String? {
    switch event {
    case .key(.character) where field != nil: field.map { "\(EvidenceTape.masked) \($0)" }
    case .paste: field.map { "\(EvidenceTape.masked) \($0)" } ?? EvidenceTape.other
    case .key(let key): ScriptKey.name(of: key)
    case .mouse(let mouse) where mouse.kind == .press: "click \(mouse.at.x) \(mouse.at.y)"
    case .mouse(let mouse): mouse.kind == .release ? nil : EvidenceTape.other
    case .resize(let size): "resize \(size.width)x\(size.height)"
    }
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

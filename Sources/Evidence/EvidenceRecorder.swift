import AppState
import Automation
import Edge
import FoundationEssentials
import Screens
import SharedValues
import TerminalUI
import Workshop

/// Records the screens and keys of a run in an ``EvidenceHistory``, and makes bundles of evidence from it.
@MainActor package final class EvidenceRecorder {
  private var recorded = EvidenceHistory()
  /// Events since the last picture, with the state that was visible then. They are interpreted after the redraw, or when the history is asked for.
  private var unrecorded: [(event: TerminalEvent, seen: AppState, size: Size, at: EvidenceHistory.Moment)] = []
  private let context: EvidenceContext
  private let machine: () -> Date
  /// The app's clock as set when the last picture was shown.
  private var clock = ClockSetting.real

  /// - Parameter machine: the machine's clock, which the tool Clock does not change.
  package init(_ context: EvidenceContext, machine: @escaping () -> Date = { Date() }) {
    (self.context, self.machine) = (context, machine)
  }

  /// Records the picture that is on the terminal now. Secrets that the user revealed are masked again.
  package func show(_ state: AppState, _ canvas: Canvas, _ facts: [String: String], size: Size, look: Look) {
    var picture = canvas
    if state.view.revealsSecrets {
      var masked = state
      masked.view.revealsSecrets = false
      picture = AppScreen.draw(masked, size: size, look: look)
    }
    clock = state[Clocks.self].app
    let moment = now
    catchUp()
    recorded.isSeen(true, at: moment)
    recorded.show(picture, facts, at: moment)
  }

  /// Records that a child program, such as the browser, has the terminal from now on.
  package func leave() {
    catchUp()
    recorded.isSeen(false, at: now)
  }

  /// - Parameter state: the state before the event changed it.
  package func note(_ event: TerminalEvent, _ state: AppState, size: Size) {
    unrecorded.append((event, state, size, now))
  }

  var history: EvidenceHistory {
    catchUp()
    return recorded
  }

  private func catchUp() {
    for (event, seen, size, moment) in unrecorded {
      guard let name = EvidenceRecorder.name(of: event, KeyMap.fieldName(seen, size: size)) else { continue }
      recorded.press(name, at: moment)
    }
    unrecorded = []
  }

  package func bundle(_ request: EvidenceRequest) -> EvidenceBundle {
    EvidenceBundle(history: history, request: request, context: context, machine: machine())
  }

  private var now: EvidenceHistory.Moment {
    let machine = machine()
    return EvidenceHistory.Moment(machine: machine, app: clock.date(at: machine))
  }

  /// The event's name in a bundle, for a replay; `nil` for events without effect. The name contains the field's name but never typed text.
  package nonisolated static func name(of event: TerminalEvent, _ field: String?) -> String? {
    let masked = field.map { "\(EvidenceHistory.masked) \($0)" }
    return switch event {
    case .key(.character) where field != nil: masked
    case .paste: masked ?? EvidenceHistory.other
    case .key(let key): replayable(ScriptKey.name(of: key))
    case .mouse(let mouse) where mouse.kind == .press: replayable("click \(mouse.at.x) \(mouse.at.y)")
    case .mouse(let mouse): mouse.kind == .release ? nil : EvidenceHistory.other
    case .resize(let size): replayable("resize \(size.width)x\(size.height)")
    case .report: nil
    }
  }

  /// `other` for a name that readers would refuse, because they would refuse the whole bundle.
  nonisolated private static func replayable(_ name: String) -> String {
    let isPlain = (try? DocumentMembers.text(.string(name), RecordedRun.keyLength, [])) != nil
    return isPlain && ReplayKey(name) != nil ? name : EvidenceHistory.other
  }
}

extension ScriptKey {
  package static func name(of key: Key) -> String {
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

@MainActor package final class EvidenceWriter: EffectHandler {
  private let exports: ExportWriter
  private let evidence: EvidenceRecorder
  private let writing = SerialQueue()

  package init(_ exports: ExportWriter, _ evidence: EvidenceRecorder) {
    (self.exports, self.evidence) = (exports, evidence)
  }

  package func run(_ effect: EvidenceEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .write(let number, let request):
      // The bundle contains nothing that happens after this moment.
      let bundle = evidence.bundle(request)
      // Off the main actor, because drawing the bundle's pictures takes a moment.
      writing.add { [exports] in
        let bytes = bundle.archive.bytes
        let written = Result { () throws(FileProblem) in
          let path = try exports.save(bytes, "evidence-\(ExportWriter.stamp(bundle.request.time))", "zip")
          return EvidenceFile(path: path, bytes: bytes.count)
        }
        report(.evidence(.written(number, written)))
      }
    }
  }

  package func stop() async { await writing.finish() }
}

import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The page of a test of a client: what a person does now, how far it is, and the verdicts, the newest first.
enum ClientTestPage {
  static func lines(_ state: AppState, _ column: TextColumn) -> [StyledLine] {
    let (test, look) = (state[ClientTesting.self], column.look)
    let title = ["client": client(test.client ?? "", column.width)]
    var lines = column.text(.clientTestTitle, Style(.heading, bold: true), title)
    if let reason = Phone<ClientTesting>(state).cannotTest { lines += column.text(reason, Style(.warning)) }
    lines += now(test, column)
    if test.stage != nil {
      let progress = ["done": String(test.done), "all": String(test.planned)]
      lines += column.text(.clientTestProgress, Style(.secondary), progress)
    }
    if !test.verdicts.isEmpty {
      lines += [.blank] + column.text(counts(test, look), Style(.secondary)) + test.verdicts.flatMap { row($0, column) }
    }
    guard let page = state[ServerInsight.self].administration?.page, let client = test.client else { return lines }
    let address = "\(page)/clients/\(PercentCoding.encode(client, .unreserved))/test"
    return lines + [.blank] + column.text(.clientTestPage, Style(.secondary), ["page": address])
  }

  /// An id that is longer than a line continues on the next one after a hyphen: a UUID on the smallest screen.
  private static func client(_ id: String, _ width: Int) -> String {
    guard id.utf8.count > width, let hyphen = id.utf8.prefix(width).lastIndex(of: UInt8(ascii: "-")) else { return id }
    return id[...hyphen] + " " + id[id.utf8.index(after: hyphen)...]
  }

  private static func now(_ test: ClientTesting, _ column: TextColumn) -> [StyledLine] {
    let (strong, look) = (Style(.text, bold: true), column.look)
    switch test.stage {
    case nil: return column.text(.clientTestLead)
    case .acting(_, let steps, let seconds)?:
      let asked = steps.enumerated().flatMap { place, step in
        column.text("\(place + 1). \(look.word(step.rawValue, in: PhrasesByName.clientTestStep))", strong, hanging: 3)
      }
      return asked + column.text(.clientTestSeconds, Style(.secondary), ["seconds": String(seconds)])
    case .asking(_, let question, let link)?:
      return column.text(question, strong) + (link.map { column.text($0) } ?? [])
    case .watching?: return column.text(.clientTestWatching)
    case .waiting?: return column.text(.clientTestWaiting)
    case .ended?: return column.text(.clientTestEnded)
    case .stopped?: return column.text(.clientTestStopped)
    case .refused(let code)?:
      let text = ErrorText.of(code)
      let why = look.catalogue(text.title) + ": " + look.catalogue(text.hint)
      return column.marked(look.marks.warning, why, Style(.error))
    }
  }

  private static func counts(_ test: ClientTesting, _ look: Look) -> String {
    let counts = CheckOutcome.counted.compactMap { outcome -> String? in
      let count = test.verdicts.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(look.catalogue(outcome.drawn(look).name.phrase)): \(count)"
    }
    return counts.joined(separator: ", ")
  }

  /// What is wrong is said in full.
  private static func row(_ verdict: ClientTestNews.Verdict, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    let (mark, role, name) = verdict.outcome.drawn(look)
    let text = "\(look.catalogue(name.phrase)): \(verdict.about) (\(verdict.id))"
    let head = column.marked(mark, text, Style(role))
    guard [.failed, .warning, .needsPerson].contains(verdict.outcome) else { return head }
    return head + column.text(verdict.evidence, Style(.secondary), indent: 2)
  }
}

/// Keys of the page: only what the test waits for, to stop it, and to leave it.
enum ClientTestKeys {
  /// To the page, from the list of the test plan.
  static func show(_ state: AppState) -> Binding {
    let known = state[ClientTesting.self].client ?? state.registration?.credentials.clientID
    return Binding([.character("c")], .keyClientTest, .clientTest(.show(nil)), inFooter: 6)
      .off(.reasonNoClient, if: known == nil)
  }

  static func bindings(_ state: AppState) -> [Binding] {
    let test = state[ClientTesting.self]
    let back = Binding([.escape], .keyBack, .clientTest(.close), inFooter: 1)
    let stop = Binding([.character("x")], .keyClientTestStop, .clientTest(.stop), inFooter: 3)
    let own: [Binding] =
      switch test.stage {
      case .acting?:
        [
          Binding([.enter, .character("d")], .keyClientTestDone, .clientTest(.acted(isPossible: true)), inFooter: 0),
          Binding([.character("n")], .keyClientTestCannot, .clientTest(.acted(isPossible: false)), inFooter: 1), stop,
        ]
      case .asking?:
        [
          Binding([.character("y")], .keyClientTestYes, .clientTest(.answer(.yes)), inFooter: 0),
          Binding([.character("n")], .keyClientTestNo, .clientTest(.answer(.no)), inFooter: 1),
          Binding([.enter], .keyClientTestSkip, .clientTest(.answer(.skip)), inFooter: 2), stop,
        ]
      case .watching?, .waiting?: [stop]
      case nil, .ended?, .stopped?, .refused?:
        [
          Binding([.enter], .keyClientTestCore, .clientTest(.start(all: false)), inFooter: 0)
            .off(Phone<ClientTesting>(state).cannotTest),
          Binding([.character("a")], .keyClientTestAll, .clientTest(.start(all: true)), inFooter: 5)
            .off(Phone<ClientTesting>(state).cannotTest),
        ]
      }
    return own + [back] + PanelKeys.scrolling()
  }
}

extension CheckOutcome {
  fileprivate func drawn(_ look: Look) -> (mark: String, role: Role, name: AdministrationText) {
    switch self {
    case .passed: (look.marks.done, .success, .passed)
    case .failed: (look.marks.failed, .error, .failed)
    case .warning: (look.marks.warning, .warning, .warning)
    case .needsPerson: (look.marks.warning, .warning, .needsPerson)
    case .notSeen: (look.marks.dot, .secondary, .notSeen)
    case .notApplicable: (look.marks.dot, .secondary, .notApplicable)
    }
  }
}

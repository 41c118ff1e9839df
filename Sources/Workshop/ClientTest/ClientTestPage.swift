import AppState
import Catalogue
import Screens
import SharedValues
import TerminalUI

/// The page of a test of a client: what a person does now, how far it is, and the verdicts, the newest first.
enum ClientTestPage {
  static func lines(_ state: AppState, _ column: TextColumn) -> [StyledLine] {
    let (test, look) = (state[ClientTesting.self], column.look)
    let title = look.catalogue(.clientTestTitle, ["client": test.client ?? ""])
    var lines = column.text(title, Style(.heading, bold: true))
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

  private static func now(_ test: ClientTesting, _ column: TextColumn) -> [StyledLine] {
    let (strong, look) = (Style(.text, bold: true), column.look)
    switch test.stage {
    case nil: return column.text(.clientTestLead)
    case .acting(_, let steps, let seconds)?:
      let asked = steps.enumerated().flatMap { place, step in
        column.text("\(place + 1). \(look.catalogue(step.phrase))", strong, hanging: 3)
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
    let counts = ClientTestNews.Verdict.Outcome.allCases.compactMap { outcome -> String? in
      let count = test.verdicts.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(look.catalogue(outcome.phrase)): \(count)"
    }
    return counts.joined(separator: ", ")
  }

  /// What is wrong is said in full.
  private static func row(_ verdict: ClientTestNews.Verdict, _ column: TextColumn) -> [StyledLine] {
    let look = column.look
    let (mark, style) = verdict.outcome.sign(look)
    let text = "\(look.catalogue(verdict.outcome.phrase)): \(verdict.about) (\(verdict.id))"
    let head = column.marked(mark, text, style)
    guard [.failed, .warning, .needsPerson].contains(verdict.outcome) else { return head }
    return head + column.text(verdict.evidence, Style(.secondary), indent: 2)
  }
}

extension Picture {
  mutating func drawClientTest(_ state: AppState, in rect: Rect) -> Int {
    let lines = ClientTestPage.lines(state, TextColumn(rect.width - 2, look))
    return putScrolled(lines, in: rect, offset: state.view.panelScroll, bar: rect.maxX - 1)
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
    let back = Binding([.escape], .keyBack, .clientTest(.close), inFooter: 4)
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
          Binding([.character("a")], .keyClientTestAll, .clientTest(.start(all: true)), inFooter: 1)
            .off(Phone<ClientTesting>(state).cannotTest),
        ]
      }
    return own + [back] + PanelKeys.scrolling()
  }
}

extension ClientTestNews.Step {
  fileprivate var phrase: Phrase {
    switch self {
    case .login: .clientTestLogin
    case .use: .clientTestUse
    case .refresh: .clientTestRefresh
    case .logout: .clientTestLogout
    case .restart: .clientTestRestart
    case .forget: .clientTestForget
    }
  }
}

extension ClientTestNews.Verdict.Outcome {
  fileprivate var phrase: Phrase {
    switch self {
    case .passed: AdministrationText.passed.phrase
    case .failed: AdministrationText.failed.phrase
    case .warning: AdministrationText.warning.phrase
    case .notSeen: AdministrationText.notSeen.phrase
    case .notApplicable: AdministrationText.notApplicable.phrase
    case .needsPerson: AdministrationText.needsPerson.phrase
    }
  }

  fileprivate func sign(_ look: Look) -> (mark: String, style: Style) {
    switch self {
    case .passed: (look.marks.done, Style(.success))
    case .failed: (look.marks.failed, Style(.error))
    case .warning, .needsPerson: (look.marks.warning, Style(.warning))
    case .notSeen, .notApplicable: (look.marks.dot, Style(.secondary))
    }
  }
}

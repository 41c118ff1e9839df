import AppState
import Faults
import FoundationEssentials

/// Working through a test plan beside the phone. Marks change only the run; a case is set up with the same actions that a user has.
extension Phone<TestPlanTool> {
  mutating func apply(_ action: TestPlanAction) -> [Effect] {
    // Marks have machine time, like the tester, even if the phone's clock was moved.
    let time = self[Clocks.self].app.machine(at: state.now)
    switch action {
    case .loaded, .kept, .reported: break
    // The user's next action removes the names of the report's files.
    default: own.report = nil
    }
    switch action {
    case .loaded(let plan, let problems, let paused, let earlier, let runs):
      own.knownRuns = runs
      (own.plan, own.problems, own.isLoaded) = (plan, problems, true)
      (own.run, own.earlier) = (paused, earlier)
      // Continue where the tester stopped.
      if let next = paused?.nextUnmarked(in: plan) { own.selected = plan.cases.firstIndex(of: next) ?? 0 }
    case .select(let row): own.selected = min(max(0, row), max(0, own.listed.count - 1))
    case .open(let id): open(id)
    case .close:
      (own.opened, own.note) = (nil, nil)
      scrollPanelToTop()
    case .turn(let step):
      let listed = own.listed
      guard let place = listed.firstIndex(where: { $0.id == own.opened }) else { break }
      if listed.indices.contains(place + step) { open(listed[place + step].id) }
    case .toggleOpenOnly:
      let chosen = own.chosen
      own.listsOpenOnly.toggle()
      own.selected = own.listed.firstIndex { $0.id == chosen?.id } ?? 0
    case .prepare: return prepare(mayErase: false)
    case .startOver:
      closeQuestion()
      return prepare(mayErase: true)
    case .mark(let mark): return self.mark(mark, time)
    case .unmark:
      guard let id = own.chosen?.id, own.run?.results[id] != nil else { break }
      own.run?.results[id] = nil
      return keep(attaching: nil)
    case .beginNote: own.type(.note, \.note)
    case .beginTicket: own.type(.ticket, \.ticket)
    case .editNote(.insert(let text)):
      // The words of two pasted lines stay apart.
      own.note?.apply(.insert(String(text.map { $0.isWhitespace ? " " : $0 })), limit: 500)
    case .editNote(let change): own.note?.apply(change, limit: 500)
    case .endNote: return endNote(time)
    case .dropNote: own.note = nil
    case .finish:
      guard own.run != nil else { break }
      own.run?.finished = time
      let effects = keep(attaching: nil)
      (own.earlier, own.run) = (own.run, nil)
      return effects
    case .report:
      guard let run = own.run ?? own.earlier else { break }
      return [.tool(TestPlanEffect.report(run, own.plan))]
    case .kept(let problem): own.problem = problem
    case .reported(.success(let files)): (own.report, own.problem) = (files, nil)
    case .reported(.failure(let problem)): (own.report, own.problem) = (nil, problem)
    }
    return []
  }

  /// The screen as it would be with the bench closed, for a tester's screenshot.
  package var withoutBench: AppState {
    var phone = self
    phone.look(.closeBench)
    phone.focus(on: .phone)
    if state.revealsSecrets { phone.look(.toggleSecrets) }
    return phone.state
  }

  private mutating func open(_ id: TestCase.ID) {
    guard own.plan[id] != nil else { return }
    (own.opened, own.note, own.met) = (id, nil, [])
    scrollPanelToTop()
    own.selected = own.listed.firstIndex { $0.id == id } ?? own.selected
    if own.preparation?.isOver == true { own.preparation = nil }
  }

  // MARK: Marks

  private mutating func mark(_ mark: TestMark, _ time: Date) -> [Effect] {
    guard let chosen = own.chosen else { return [] }
    let tester = state.preferences.tester
    guard own.run != nil || tester != nil else {
      (own.opened, own.typing, own.note) = (chosen.id, .tester(mark), "")
      return []
    }
    if own.run == nil {
      let id = TestRun.freeID(at: time, among: own.knownRuns)
      own.knownRuns.insert(id)
      own.run = TestRun(id: id, plan: own.plan, started: time, tester: tester ?? "", facts: facts)
    }
    let note = own.run?.results[chosen.id]?.note ?? ""
    // These files are attached automatically, in the case's folder of the run.
    let attachments = ["screen.txt", "screen.svg", "messages.har", "facts.json"].map { "\(chosen.id)/\($0)" }
    own.run?.mark(chosen, mark, note: note, attachments: attachments, now: time)
    // Unless the case passed, ask for a note at once.
    if mark != .pass { (own.opened, own.typing, own.note) = (chosen.id, .note, note) }
    return keep(attaching: chosen.id)
  }

  private mutating func endNote(_ time: Date) -> [Effect] {
    guard let text = own.note, let chosen = own.chosen else { return [] }
    own.note = nil
    switch own.typing {
    case .tester(let mark): return keep(tester: text) + self.mark(mark, time)
    case .ticket: own.run?.setTicket(text, of: chosen.id)
    case .note:
      guard let result = own.run?.results[chosen.id] else { return [] }
      own.run?.mark(chosen, result.mark, note: text, now: result.time)
    }
    return keep(attaching: nil)
  }

  private func keep(attaching id: TestCase.ID?) -> [Effect] {
    own.run.map { [.tool(TestPlanEffect.keep($0, attaching: id))] } ?? []
  }

  /// The environment of the run: no secrets, no personal data.
  private var facts: [NamedValue] {
    let settings = state.settings
    return [
      NamedValue("issuer", settings.issuer.text), NamedValue("registration", settings.registration.rawValue),
      NamedValue("device", settings.device), NamedValue("browser", state.userAgent.rawValue),
      NamedValue("scope", settings.scope),
    ]
  }

  // MARK: Setting up

  private mutating func prepare(mayErase: Bool) -> [Effect] {
    guard let chosen = own.chosen, !own.isPreparing, state.visibleFlow == nil else { return [] }
    let wanted = chosen.precondition.device.flatMap { $0 == device ? nil : $0 }
    if !mayErase, wanted != nil, state.hasSomethingToForget {
      look(.ask(.startOver(AnyToolAction(TestPlanAction.startOver))))
      return []
    }
    (own.opened, own.met) = (chosen.id, [])
    clearNews()
    // Clears what an earlier case has set.
    let effects = perform(.clock(.reset)) + perform(.faults(.removeAll))
    guard wanted != nil else { return effects + arrange(chosen) }
    own.preparation = TestPlanTool.Preparation(chosen.id, .startingOver(.forgetting))
    return state.hasSomethingToForget ? effects + perform(.forgetDevice) : effects
  }

  /// Whether a condition of the case holds, among those that its own steps may end.
  func holds(_ condition: TestPlanTool.StateCondition, _ given: TestPrecondition) -> Bool {
    switch condition {
    case .device: given.device == device
    case .faults: !self[FaultsTool.self].active.isEmpty
    case .clock: !self[Clocks.self].areReal
    }
  }

  /// The phone's present state, as plans name it; `nil`: none of these.
  private var device: TestPrecondition.Device? {
    if state.session != nil { return .signedIn }
    if state.registration != nil { return .registered }
    return state.keystore == .empty ? .fresh : nil
  }

  /// Runs after each action: starts the next part of the setup when the previous one has ended.
  mutating func goOn() -> [Effect] {
    guard let preparation = own.preparation, !preparation.isOver, state.flow == nil, state.keystore != .loading,
      let chosen = own.plan[preparation.testCase]
    else { return [] }
    // The phone shows the error and keeps it.
    guard state.banner == nil else { return fail() }
    switch preparation.stage {
    case .startingOver(let way):
      guard let next = way.next(state) else { return fail() }
      own.preparation?.stage = .startingOver(next.way)
      return next.effects
    case .registering:
      guard state.registration != nil else { return fail() }
      guard chosen.precondition.device == .signedIn else { return arrange(chosen) }
      own.preparation?.stage = .signingIn
      dropNotice()
      return perform(.startAuthentication)
    case .signingIn: return state.session == nil ? fail() : arrange(chosen)
    case .done, .failed: return []
    }
  }

  mutating func preparationHasCleared() -> [Effect] {
    guard let preparation = own.preparation, preparation.stage == .startingOver(.clearing),
      let chosen = own.plan[preparation.testCase]
    else { return [] }
    hasStartedOver()
    guard chosen.precondition.device != .fresh else { return arrange(chosen) }
    own.preparation?.stage = .registering
    return perform(.startRegistration)
  }

  private mutating func fail() -> [Effect] {
    own.preparation?.stage = .failed
    return []
  }

  /// The last part: what is switched on once the device is ready.
  private mutating func arrange(_ chosen: TestCase) -> [Effect] {
    (own.preparation, own.met) = (TestPlanTool.Preparation(chosen.id, .done), [])
    dropNotice()
    let (clock, faults) = (chosen.precondition.clock, chosen.precondition.faults?.plan)
    let actions: [Action?] = [
      (clock?.app).map { .clock(.move(.app, by: $0)) }, (clock?.server).map { .clock(.move(.server, by: $0)) },
      (clock?.pace).map { .clock(.pace($0, of: .both)) }, faults.map { .faults(.use($0)) },
    ]
    return actions.compactMap(\.self).flatMap { perform($0) }
  }
}

extension TestPrecondition.Faults {
  /// The plan's reader has validated the document already.
  fileprivate var plan: FaultPlan? {
    switch self {
    case .preset(let name): FaultPresets.named(name)?.plan
    case .plan(let document): try? FaultFile.read(Array(document.compact.utf8), name: "")
    }
  }
}

extension TestRun {
  /// The first name that no run of that day has: `2026-11-22-1`, in UTC.
  static func freeID(at date: Date, among known: Set<String>) -> String {
    let day = date.formatted(.iso8601.year().month().day())
    return (1...).lazy.map { "\(day)-\($0)" }.first { !known.contains($0) } ?? day
  }
}

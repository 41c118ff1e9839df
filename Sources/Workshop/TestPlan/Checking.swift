import AppState
import FoundationEssentials
import SharedValues

/// Working through a test plan beside the phone. Marks change only the run; a case is set up with the same actions that a user has.
extension AppState {
  mutating func check(_ action: TestPlanAction) -> [Effect] {
    // Marks have machine time, like the tester, even if the phone's clock was moved.
    let time = machineNow
    switch action {
    case .loaded(let plan, let problems, let paused, let earlier, let runs):
      checks.knownRuns = runs
      (checks.plan, checks.problems, checks.isLoaded) = (plan, problems, true)
      (checks.run, checks.earlier) = (paused, earlier)
      // Continue where the tester stopped.
      if let next = paused?.nextUnmarked(in: plan) { checks.selected = plan.cases.firstIndex(of: next) ?? 0 }
    case .select(let row): checks.selected = min(max(0, row), max(0, checks.listed.count - 1))
    case .open(let id): open(id)
    case .close: (checks.opened, checks.note, checks.report, view.panelScroll) = (nil, nil, nil, 0)
    case .turn(let step): turn(step)
    case .toggleOpenOnly:
      let chosen = checks.chosen
      checks.listsOpenOnly.toggle()
      checks.selected = checks.listed.firstIndex { $0.id == chosen?.id } ?? 0
    case .prepare: return prepare(mayErase: false)
    case .startOver:
      view.confirmation = nil
      return prepare(mayErase: true)
    case .mark(let mark): return self.mark(mark, time)
    case .unmark:
      guard let id = checks.chosen?.id, checks.run?.results[id] != nil else { break }
      checks.run?.unmark(id)
      return keep(attaching: nil)
    case .beginNote: type(.note, \.note)
    case .beginTicket: type(.ticket, \.ticket)
    case .editNote(let change): checks.note?.apply(change, limit: 500)
    case .endNote: return endNote(time)
    case .dropNote: checks.note = nil
    case .finish:
      guard checks.run != nil else { break }
      checks.run?.finished = time
      let effects = keep(attaching: nil)
      (checks.earlier, checks.run) = (checks.run, nil)
      return effects
    case .report:
      guard let run = checks.run ?? checks.earlier else { break }
      return [.checks(.report(run, checks.plan))]
    case .kept(let problem): checks.problem = problem
    case .reported(.success(let files)): (checks.report, checks.problem) = (files, nil)
    case .reported(.failure(let problem)): (checks.report, checks.problem) = (nil, problem)
    }
    return []
  }

  /// The screen as it would be with the bench closed, for a tester's screenshot.
  public var withoutBench: AppState {
    var state = self
    state.look(.closeBench)
    state.view.focus = .phone
    state.view.revealsSecrets = false
    return state
  }

  mutating func selectCheck(_ step: Int) {
    let count = checks.listed.count
    checks.selected = min(max(0, min(checks.selected, count - 1) + max(-count, min(step, count))), max(0, count - 1))
  }

  /// The files are read when the panel is first opened.
  mutating func watchChecks() -> [Effect] {
    guard view.tab == .checks, !checks.isAsked else { return [] }
    checks.isAsked = true
    return [.checks(.load)]
  }

  private mutating func open(_ id: TestCase.ID) {
    guard checks.plan[id] != nil else { return }
    (checks.opened, checks.note, checks.report, view.panelScroll) = (id, nil, nil, 0)
    checks.met = []
    checks.selected = checks.listed.firstIndex { $0.id == id } ?? checks.selected
    if checks.preparation?.isOver == true { checks.preparation = nil }
  }

  private mutating func turn(_ step: Int) {
    let listed = checks.listed
    guard let place = listed.firstIndex(where: { $0.id == checks.opened }) else { return }
    let wanted = place + step
    if listed.indices.contains(wanted) { open(listed[wanted].id) }
  }

  // MARK: Marks

  private mutating func mark(_ mark: TestMark, _ time: Date) -> [Effect] {
    guard let chosen = checks.chosen else { return [] }
    guard checks.run != nil || preferences.tester != nil else {
      (checks.opened, checks.typing, checks.note) = (chosen.id, .tester(mark), "")
      return []
    }
    if checks.run == nil {
      let id = TestRun.freeID(at: time, among: checks.knownRuns)
      checks.knownRuns.insert(id)
      checks.run = TestRun(id: id, plan: checks.plan, started: time, tester: preferences.tester ?? "", facts: testFacts)
    }
    let note = checks.run?.results[chosen.id]?.note ?? ""
    checks.run?.mark(chosen, mark, note: note, attachments: TestAttachment.names(chosen.id), now: time)
    // Unless the case passed, ask for a note at once.
    if mark != .pass {
      (checks.opened, checks.typing, checks.note) = (chosen.id, .note, note)
    }
    return keep(attaching: chosen.id)
  }

  private mutating func type(_ typing: TestPlanTool.Typing, _ text: KeyPath<TestRun.Result, String>) {
    guard let chosen = checks.chosen, let result = checks.run?.results[chosen.id] else { return }
    (checks.opened, checks.typing, checks.note) = (chosen.id, typing, result[keyPath: text])
  }

  private mutating func endNote(_ time: Date) -> [Effect] {
    guard let text = checks.note, let chosen = checks.chosen else { return [] }
    checks.note = nil
    switch checks.typing {
    case .tester(let mark):
      preferences.tester = text
      return [.savePreferences(preferences)] + self.mark(mark, time)
    case .ticket: checks.run?.setTicket(text, of: chosen.id)
    case .note:
      guard let result = checks.run?.results[chosen.id] else { return [] }
      checks.run?.mark(chosen, result.mark, note: text, now: result.time)
    }
    return keep(attaching: nil)
  }

  private func keep(attaching id: TestCase.ID?) -> [Effect] {
    checks.run.map { [.checks(.keep($0, attaching: id))] } ?? []
  }

  /// The environment of the run: no secrets, no personal data.
  private var testFacts: [TestFact] {
    [
      TestFact("issuer", settings.issuer.text), TestFact("registration", settings.registration.rawValue),
      TestFact("device", settings.device), TestFact("browser", userAgent.rawValue), TestFact("scope", settings.scope),
    ]
  }

  // MARK: Setting up

  private mutating func prepare(mayErase: Bool) -> [Effect] {
    guard let chosen = checks.chosen, !checks.isPreparing, visibleFlow == nil else { return [] }
    if !mayErase, let device = chosen.precondition.device, device != testDevice, hasSomethingToForget {
      look(.ask(.startOver(AnyToolAction(TestPlanAction.startOver))))
      return []
    }
    (checks.opened, checks.report, checks.met) = (chosen.id, nil, [])
    (banner, notice) = (nil, nil)
    // Clears what an earlier case has set.
    var effects = moveClocks(.reset) + changeFaults(.removeAll)
    guard let device = chosen.precondition.device, device != testDevice else { return effects + arrange(chosen) }
    checks.preparation = TestPlanTool.Preparation(chosen.id, .startingOver(.forgetting))
    effects += startOver()
    return effects
  }

  /// Whether a condition of the case holds, among those that its own steps may end.
  func holds(_ condition: TestPlanTool.StateCondition, _ given: TestPrecondition) -> Bool {
    switch condition {
    case .device: given.device == testDevice
    case .faults: self.hasFaults
    case .clock: !clocks.areReal
    }
  }

  /// Runs after each action: remembers conditions that have held, because the tester's next steps may change them.
  mutating func noteConditions() {
    guard let opened = checks.opened, let given = checks.plan[opened]?.precondition else { return }
    for condition in [TestPlanTool.StateCondition.device, .faults, .clock] where holds(condition, given) {
      checks.met.insert(condition)
    }
  }

  /// The phone's present state, as plans name it; `nil`: none of these.
  public var testDevice: TestPrecondition.Device? {
    if session != nil { return .signedIn }
    if registration != nil { return .registered }
    return keystore == .empty ? .fresh : nil
  }

  /// Runs after each action: starts the next part of the setup when the previous one has ended.
  mutating func goOnPreparing() -> [Effect] {
    guard let preparation = checks.preparation, !preparation.isOver, flow == nil, keystore != .loading,
      let chosen = checks.plan[preparation.testCase]
    else { return [] }
    // The phone shows the error and keeps it.
    guard banner == nil else { return fail() }
    switch preparation.stage {
    case .startingOver(let way):
      guard let next = goOn(way) else { return fail() }
      checks.preparation?.stage = .startingOver(next.way)
      return next.effects
    case .registering:
      guard registration != nil else { return fail() }
      guard chosen.precondition.device == .signedIn else { return arrange(chosen) }
      checks.preparation?.stage = .signingIn
      notice = nil
      return begin(.startAuthentication)
    case .signingIn: return session == nil ? fail() : arrange(chosen)
    case .done, .failed: return []
    }
  }

  /// The browser's data is cleared.
  mutating func preparationHasCleared() -> [Effect] {
    guard let preparation = checks.preparation, preparation.stage == .startingOver(.clearing),
      let chosen = checks.plan[preparation.testCase]
    else { return [] }
    hasStartedOver()
    guard chosen.precondition.device != .fresh else { return arrange(chosen) }
    checks.preparation?.stage = .registering
    return begin(.startRegistration)
  }

  private mutating func fail() -> [Effect] {
    checks.preparation?.stage = .failed
    return []
  }

  /// The last part: what is switched on once the device is ready.
  private mutating func arrange(_ chosen: TestCase) -> [Effect] {
    checks.preparation = TestPlanTool.Preparation(chosen.id, .done)
    (notice, checks.met) = (nil, [])
    var effects: [Effect] = []
    if let clock = chosen.precondition.clock { effects += set(clock) }
    switch chosen.precondition.faults {
    case .preset(let name): effects += switchOn(preset: name)
    case .plan(let document): effects += switchOn(faults: document)
    case nil: break
    }
    return effects
  }

  private mutating func set(_ clock: TestClock) -> [Effect] {
    let before = clocks.subject
    defer { clocks.subject = before }
    var effects: [Effect] = []
    for (subject, move) in [(Clocks.Subject.app, clock.app), (.server, clock.server)] {
      guard let move else { continue }
      clocks.subject = subject
      effects += moveClocks(.move(by: move))
    }
    if let pace = clock.pace {
      clocks.subject = .both
      effects += moveClocks(.pace(pace))
    }
    return effects
  }
}

extension TestRun {
  /// The first name that no run of that day has: `2026-11-22-1`, in UTC.
  static func freeID(at date: Date, among known: Set<String>) -> String {
    let day = date.formatted(.iso8601.year().month().day())
    return (1...).lazy.map { "\(day)-\($0)" }.first { !known.contains($0) } ?? day
  }
}

/// The files attached automatically to a mark, in the case's folder of the run.
public enum TestAttachment {
  public static let files = ["screen.txt", "screen.svg", "messages.har", "facts.json"]
  public static func names(_ id: TestCase.ID) -> [String] { files.map { "\(id)/\($0)" } }
}

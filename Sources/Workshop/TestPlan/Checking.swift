import AppState
import FoundationEssentials
import SharedValues

/// Walking through a test plan beside the phone. Marks change the run and nothing else; what a case needs is set up by the same
/// actions that a user has.
extension AppState {
  mutating func check(_ action: ChecksAction) -> [Effect] {
    // Marks are of the machine's time: the tester lives by it, however the phone's clock is moved.
    let time = machineNow
    switch action {
    case .loaded(let plan, let problems, let paused, let earlier, let runs):
      checks.knownRuns = runs
      (checks.plan, checks.problems, checks.isLoaded) = (plan, problems, true)
      (checks.run, checks.earlier) = (paused, earlier)
      // Where the tester was.
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

  /// As it would look if the bench were not open: what a tester's picture shows.
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

  /// The files are read when somebody looks at them for the first time.
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
    // What went wrong is to be said while it is fresh.
    if mark != .pass {
      (checks.opened, checks.typing, checks.note) = (chosen.id, .note, note)
    }
    return keep(attaching: chosen.id)
  }

  private mutating func type(_ typing: Checks.Typing, _ text: KeyPath<TestRun.Result, String>) {
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

  /// What the run is of. Nothing secret, and nothing of the person.
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
      look(.ask(.startOver(ToolEvent(ChecksAction.startOver))))
      return []
    }
    (checks.opened, checks.report, checks.met) = (chosen.id, nil, [])
    (banner, notice) = (nil, nil)
    // Nothing of an earlier case is to spoil the way to this one.
    var effects = moveClocks(.reset) + changeFaults(.removeAll)
    guard let device = chosen.precondition.device, device != testDevice else { return effects + arrange(chosen) }
    checks.preparation = Checks.Preparation(chosen.id, .startingOver(.forgetting))
    effects += startOver()
    return effects
  }

  /// Whether a case has what it wants, as far as its own steps may end that.
  func holds(_ condition: Checks.StateCondition, _ given: TestPrecondition) -> Bool {
    switch condition {
    case .device: given.device == testDevice
    case .faults: self.hasFaults
    case .clock: !clocks.areReal
    }
  }

  /// After each action: what has been so stays so in the eyes of the tester, who is about to change it.
  mutating func noteConditions() {
    guard let opened = checks.opened, let given = checks.plan[opened]?.precondition else { return }
    for condition in [Checks.StateCondition.device, .faults, .clock] where holds(condition, given) {
      checks.met.insert(condition)
    }
  }

  /// What the phone is at this moment, as plans name it; `nil`: something between.
  public var testDevice: TestPrecondition.Device? {
    if session != nil { return .signedIn }
    if registration != nil { return .registered }
    return keystore == .empty ? .fresh : nil
  }

  /// After each action: the next part, when the one before has ended.
  mutating func goOnPreparing() -> [Effect] {
    guard let preparation = checks.preparation, !preparation.isOver, flow == nil, keystore != .loading,
      let chosen = checks.plan[preparation.testCase]
    else { return [] }
    // What could not be done is said on the phone, and stays.
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

  /// The browser has forgotten everything.
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

  /// The last part: what is switched on once the device is as it should be.
  private mutating func arrange(_ chosen: TestCase) -> [Effect] {
    checks.preparation = Checks.Preparation(chosen.id, .done)
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

/// What is attached to a mark by itself, in the case's folder of the run.
public enum TestAttachment {
  public static let files = ["screen.txt", "screen.svg", "messages.har", "facts.json"]
  public static func names(_ id: TestCase.ID) -> [String] { files.map { "\(id)/\($0)" } }
}

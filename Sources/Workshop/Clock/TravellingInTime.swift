import AppState
import FoundationEssentials
import SharedValues

/// Moving the clocks. Nothing else is changed by it: what has expired then is found out as it would be on that day.
extension AppState {
  /// Whether the server's clock is ours to move: it is the embedded one, and no other program runs it.
  public var canMoveServerClock: Bool {
    guard settings.embeddedServer else { return false }
    if case .external = server { return false }
    return true
  }

  /// What the machine's clock shows.
  public var machineNow: Date { clocks.app.machine(at: now) }

  /// What the embedded server takes for the time.
  public var serverNow: Date { clocks.server.date(at: machineNow) }

  /// How far the app's clock is ahead of the embedded server's; negative: behind.
  public var clockSkew: TimeInterval { now.timeIntervalSince(serverNow) }

  /// Everything whose end is known, soonest first.
  public var clockMoments: [ClockMoment] {
    var moments: [ClockMoment] = clocks.survey.moments
    if let expiry = session?.tokens.expiresAt { moments.append(ClockMoment(.accessToken, expiry)) }
    if let expiry = session?.claims?.expiresAt { moments.append(ClockMoment(.idToken, expiry)) }
    if let expiry = registration?.secretExpiresAt { moments.append(ClockMoment(.clientSecret, expiry)) }
    return moments.sorted { ($0.date, $0.kind.rawValue) < ($1.date, $1.kind.rawValue) }
  }

  /// The rows of the tool, from above.
  public var clockRows: [ClockRow] {
    (canMoveServerClock ? [.subject] : []) + [.unit, .pace] + clockMoments.map { .moment($0) }
      + (clocks.areReal ? [] : [.reset])
  }

  public var selectedClockRow: ClockRow { clockRows[min(clocks.selected, clockRows.count - 1)] }

  /// Ends come, go and pass each other while somebody looks.
  mutating func keepClockRow() {
    guard clocks.isWatched else { return }
    let (rows, seen) = (clockRows.map(\.kind), clocks.seenRows)
    guard rows != seen else { return }
    if seen.indices.contains(clocks.selected), let place = rows.firstIndex(of: seen[clocks.selected]) {
      clocks.selected = place
    }
    clocks.seenRows = rows
  }

  mutating func moveClocks(_ action: ClockAction) -> [Effect] {
    let machine = machineNow
    switch action {
    case .step(let count):
      let interval = clocks.unit.seconds * Double(max(-1000, min(count, 1000)))
      return change(at: machine) { $0.moved(by: interval, at: machine) }
    case .move(let interval): return change(at: machine) { $0.moved(by: interval, at: machine) }
    case .jump(let moment): return change(at: machine) { $0.set(to: moment.date - 1, at: machine) }
    case .pace(let pace): return change(at: machine) { $0.paced(pace, at: machine) }
    case .reset: return change(at: machine, subject: .both) { _ in .real }
    case .subject(let subject):
      guard subject == .app || canMoveServerClock else { break }
      clocks.subject = subject
    case .unit(let unit): clocks.unit = unit
    case .select(let row): clocks.selected = max(0, row)
    case .watched(let isWatched): (clocks.isWatched, clocks.isDue) = (isWatched, isWatched)
    case .surveyed(let number, let survey):
      guard number == clocks.pending else { break }
      clocks.pending = nil
      clocks.survey = survey
    case .serverHeard(let heard): clocks.serverHeard = heard
    }
    return []
  }

  /// How fast the clock goes that would be changed; where both would be, the app's.
  public var clockPace: Double { (clockSubject == .server ? clocks.server : clocks.app).pace }

  /// Whose clock a change is for: a foreign server's stays as it is, whatever was chosen before.
  public var clockSubject: Clocks.Subject { canMoveServerClock ? clocks.subject : .app }

  private mutating func change(
    at machine: Date, subject: Clocks.Subject? = nil, _ setting: (ClockSetting) -> ClockSetting
  ) -> [Effect] {
    let subject = subject ?? clockSubject
    if subject != .server { clocks.app = setting(clocks.app) }
    if subject != .app { clocks.server = setting(clocks.server) }
    now = clocks.app.date(at: machine)
    clocks.serverHeard = nil
    clocks.isDue = clocks.isWatched
    // A wake that was asked for goes by the clock as it was then: it is asked for anew.
    renewal?.wake = nil
    if let due = renewal?.due { renewal?.isOverdue = due <= now }
    watchedExpiry = nil
    // A secret that is good again can expire again.
    if let expiry = reportedExpiry, expiry > now { reportedExpiry = nil }
    return [.clock(.set(app: clocks.app, server: clocks.server))]
  }

  /// After each action: one survey at a time.
  mutating func watchClocks() -> [Effect] {
    guard clocks.isWatched, clocks.isDue, clocks.pending == nil else { return [] }
    clocks.lastSurvey += 1
    (clocks.pending, clocks.isDue) = (clocks.lastSurvey, false)
    return [.clock(.survey(clocks.lastSurvey, client: registration?.credentials.clientID))]
  }
}

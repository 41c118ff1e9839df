import AppState
import FoundationEssentials
import SharedValues

/// Moving the clocks changes nothing else: the app finds out what has expired as it would on that day.
extension AppState {
  /// Whether this app can move the server's clock: the server is embedded, and no other program runs it.
  public var canMoveServerClock: Bool {
    guard settings.embeddedServer else { return false }
    if case .external = server { return false }
    return true
  }

  /// The time of the machine's clock.
  public var machineNow: Date { clocks.app.machine(at: now) }

  /// The time of the embedded server's clock.
  public var serverNow: Date { clocks.server.date(at: machineNow) }

  /// How far the app's clock is ahead of the embedded server's; negative: behind.
  public var clockSkew: TimeInterval { now.timeIntervalSince(serverNow) }

  /// Every moment of expiry that is known, soonest first.
  public var clockMoments: [ClockMoment] {
    var moments: [ClockMoment] = clocks.survey.moments
    if let expiry = session?.tokens.expiresAt { moments.append(ClockMoment(.accessToken, expiry)) }
    if let expiry = session?.claims?.expiresAt { moments.append(ClockMoment(.idToken, expiry)) }
    if let expiry = registration?.secretExpiresAt { moments.append(ClockMoment(.clientSecret, expiry)) }
    return moments.sorted { ($0.date, $0.kind.rawValue) < ($1.date, $1.kind.rawValue) }
  }

  /// The rows of the tool, top to bottom.
  public var clockRows: [ClockRow] {
    (canMoveServerClock ? [.subject] : []) + [.unit, .pace] + clockMoments.map { .moment($0) }
      + (clocks.areReal ? [] : [.reset])
  }

  public var selectedClockRow: ClockRow { clockRows[min(clocks.selected, clockRows.count - 1)] }

  /// Keeps the cursor on its row while moments appear, disappear and change their order.
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

  /// The pace of the clock that a change would affect; the app's where it would affect both.
  public var clockPace: Double { (clockSubject == .server ? clocks.server : clocks.app).pace }

  /// Whose clock a change affects. A foreign server's clock cannot be moved, whatever was chosen before.
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
    // A wake-up that was requested before the change used the old clock: request it again.
    renewal?.wake = nil
    if let due = renewal?.due { renewal?.isOverdue = due <= now }
    watchedExpiry = nil
    // A secret that is valid again can expire again.
    if let expiry = reportedExpiry, expiry > now { reportedExpiry = nil }
    return [.clock(.set(app: clocks.app, server: clocks.server))]
  }

  /// Runs after each action; starts one survey at a time.
  mutating func watchClocks() -> [Effect] {
    guard clocks.isWatched, clocks.isDue, clocks.pending == nil else { return [] }
    clocks.lastSurvey += 1
    (clocks.pending, clocks.isDue) = (clocks.lastSurvey, false)
    return [.clock(.survey(clocks.lastSurvey, client: registration?.credentials.clientID))]
  }
}

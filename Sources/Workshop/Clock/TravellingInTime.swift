import AppState
import FoundationEssentials
import SharedValues

/// Moving the clocks changes nothing else: the app finds out what has expired as it would on that day.
extension Phone<Clocks> {
  /// Whether this app can move the server's clock: the server is embedded, and no other program runs it.
  package var canMoveServerClock: Bool { state.settings.embeddedServer && state.server != .external }
  package var machineNow: Date { own.app.machine(at: state.now) }
  package var serverNow: Date { own.server.date(at: machineNow) }

  /// How far the app's clock is ahead of the embedded server's; negative: behind.
  package var skew: TimeInterval { state.now.timeIntervalSince(serverNow) }

  /// Every moment of expiry that is known, soonest first.
  package var moments: [ClockMoment] {
    var moments = own.survey.moments
    if let expiry = state.session?.tokens.expiresAt { moments.append(ClockMoment(.accessToken, expiry)) }
    if let expiry = state.session?.claims?.expiresAt { moments.append(ClockMoment(.idToken, expiry)) }
    if let expiry = state.registration?.secretExpiresAt { moments.append(ClockMoment(.clientSecret, expiry)) }
    return moments.sorted { ($0.date, $0.kind.rawValue) < ($1.date, $1.kind.rawValue) }
  }

  package var rows: [ClockRow] {
    (canMoveServerClock ? [.subject] : []) + [.unit, .pace] + moments.map { .moment($0) }
      + (own.areReal ? [] : [.reset])
  }

  package var selectedRow: ClockRow {
    let rows = rows
    return rows[min(own.selected, rows.count - 1)]
  }

  /// The pace of the clock that a change would affect; the app's where it would affect both.
  package var pace: Double { (movable() == .server ? own.server : own.app).pace }

  /// Whose clock a change affects. A foreign server's clock cannot be moved, whatever was chosen before.
  private func movable(_ wanted: Clocks.Subject? = nil) -> Clocks.Subject {
    canMoveServerClock ? wanted ?? own.subject : .app
  }

  /// Keeps the cursor on its row while moments appear, disappear and change their order.
  mutating func keepRow() {
    guard own.isWatched else { return }
    let (rows, seen) = (rows.map(\.timeless), own.seenRows)
    guard rows != seen else { return }
    if seen.indices.contains(own.selected), let place = rows.firstIndex(of: seen[own.selected]) { own.selected = place }
    own.seenRows = rows
  }

  mutating func apply(_ action: ClockAction) -> [Effect] {
    let machine = machineNow
    switch action {
    case .step(let count):
      let interval = Double(own.unit.rawValue) * Double(max(-1000, min(count, 1000)))
      return change(movable(), at: machine) { $0.moved(by: interval, at: machine) }
    case .move(let subject, let interval):
      return change(movable(subject), at: machine) { $0.moved(by: interval, at: machine) }
    case .jump(let moment): return change(movable(), at: machine) { $0.set(to: moment.date - 1, at: machine) }
    case .pace(let pace, let subject): return change(movable(subject), at: machine) { $0.paced(pace, at: machine) }
    case .reset: return change(.both, at: machine) { _ in .real }
    case .subject(let subject): if subject == .app || canMoveServerClock { own.subject = subject }
    case .unit(let unit): own.unit = unit
    case .select(let row): own.selected = max(0, row)
    case .watched(let isWatched): (own.isWatched, own.isDue) = (isWatched, isWatched)
    case .surveyed(let number, let survey):
      if number == own.pending { (own.pending, own.survey) = (nil, survey) }
    case .serverHeard(let heard): own.serverHeard = heard
    }
    return []
  }

  private mutating func change(
    _ subject: Clocks.Subject, at machine: Date, _ setting: (ClockSetting) -> ClockSetting
  ) -> [Effect] {
    if subject != .server { own.app = setting(own.app) }
    if subject != .app { own.server = setting(own.server) }
    moveClock(to: own.app.date(at: machine))
    own.serverHeard = nil
    own.isDue = own.isWatched
    return [.tool(ClockEffect.set(app: own.app, server: own.server))]
  }
}

import AppState

/// The stops of a show that has been seen so far: pictures of the past, for going back and forth without changing anything.
///
/// A stop is where the audience has something new to look at: another screen of the phone, another step of the flow, an error.
public struct Presentation: Sendable {
  /// More are not kept; the oldest go first.
  public static let most = 100

  public private(set) var stops: [AppState] = []
  /// Index of the stop that is looked at; `nil`: the present.
  public private(set) var position: Int?
  /// How many stops there were when somebody began to look back: the count stands still, whatever goes on in the present.
  private var count = 0

  public init() {}

  /// To be told of every state in presenter mode. The latest picture of a stop is kept, because it has most to show.
  public mutating func note(_ state: AppState) {
    if let last = stops.last, last.stop == state.stop {
      // Who looks at something else meanwhile takes nothing from what the stop was about.
      if !(last.showsWhatWasDone && !state.showsWhatWasDone), !state.isAhead(of: last) {
        stops[stops.count - 1] = state
      }
      return
    }
    guard !state.asksNothing else { return }
    stops.append(state)
    guard stops.count > Presentation.most else { return }
    stops.removeFirst()
    position = position.map { max(0, $0 - 1) }
    count -= 1
  }

  public mutating func back() {
    if position == nil { count = stops.count }
    let current = position ?? stops.count - 1
    if current > 0 { position = current - 1 }
  }

  public mutating func forth() {
    guard let current = position else { return }
    position = current + 1 < count - 1 ? current + 1 : nil
  }

  /// To the first picture of another chapter.
  public mutating func backChapter() {
    let current = position ?? stops.count - 1
    guard let chapter = chapters.last(where: { $0 < current }) else { return }
    if position == nil { count = stops.count }
    position = chapter
  }

  public mutating func forthChapter() {
    guard let current = position else { return }
    position = chapters.first { $0 > current && $0 < count - 1 }
  }

  /// Where the counter of the story changes.
  private var chapters: [Int] {
    let numbers = stops.map { StopCaption($0).number }
    return numbers.indices.filter { numbers[$0] != nil && ($0 == 0 || numbers[$0 - 1] != numbers[$0]) }
  }

  /// The present again, or nothing at all: the show begins anew.
  public mutating func forget() { self = Presentation() }
  public mutating func backToThePresent() { position = nil }

  /// What is to be seen: the present, or a picture of the past that says so.
  public func seen(_ state: AppState) -> AppState {
    guard let position, stops.indices.contains(position) else { return state }
    var past = stops[position]
    past.show = state.show
    (past.show.reached, past.show.isDead) = (stops[position].show.reached, stops[position].show.isDead)
    past.show.place = Show.Place(number: position + 1, count: count)
    past.preferences = state.preferences
    // What lists the keys lies over the past as well.
    (past.view.showsHelp, past.view.palette) = (state.view.showsHelp, state.view.palette)
    past.tools.look(backFrom: state.tools)
    past.settings.presenter = true
    return past
  }
}

extension AppState {
  /// Whether a flow has just begun that knows where everything is: it goes on at once, and nobody sees it read metadata.
  fileprivate var asksNothing: Bool {
    guard let flow = visibleFlow, flow.step == .discovery, metadata != nil else { return false }
    return heldMessage == nil && messages.last?.flow?.id != flow.id
  }

  /// Whether the tools know more than the phone that was seen at a stop: its server tells of an answer before the phone has it.
  fileprivate func isAhead(of seen: AppState) -> Bool {
    guard visibleFlow != nil, heldMessage == nil else { return false }
    var before = seen
    (before.tools, before.now) = (tools, now)
    return before == self
  }

  /// What makes a stop another one.
  struct Stop: Hashable {
    var step: FlowStep?
    /// Number of the message that the flow has stopped before.
    var message: Int?
    var flow: FlowID?
    var auth: String
    var route: ViewState.Route
    var hasClient: Bool
    var error: String?
    /// What was done beside the flow, wherever somebody looks now.
    var deeds: [StageDeed]
    var device: String
  }

  var stop: Stop {
    let name =
      switch auth {
      case .idle: "idle"
      case .authorizing: "authorizing"
      case .fetchingToken: "fetching token"
      case .authorized: "authorized"
      case .failed: "failed"
      case .cancelled: "idle"
      }
    return Stop(
      step: visibleFlow?.step, message: heldMessage == nil ? nil : stepping.count, flow: visibleFlow?.id,
      auth: name, route: view.route, hasClient: registration != nil,
      error: banner?.error.code.rawValue, deeds: stageDeeds, device: settings.device)
  }
}

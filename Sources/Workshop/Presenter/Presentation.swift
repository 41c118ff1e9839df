import AppState
import Screens

/// The stops of a show so far, as pictures that the presenter can go back to without changing anything.
///
/// A stop is a point where the audience sees something new: another screen of the phone, another step of the flow, an error.
package struct Presentation: Sendable {
  /// The maximum number of stops; the oldest are dropped.
  package static let most = 100

  package private(set) var stops: [AppState] = []
  /// Index of the stop on screen; `nil`: the present.
  package private(set) var position: Int?
  /// How many stops there were when the presenter began to look back. It does not change while the present goes on.
  private var count = 0

  package init() {}

  /// Call for every state in presenter mode. Keeps the latest picture of a stop, because it shows most.
  package mutating func note(_ state: AppState) {
    if let last = stops.last, stop(last) == stop(state) {
      // Turning to something else does not replace the picture of what the stop was about.
      if !(showsWhatWasDone(last) && !showsWhatWasDone(state)), !isAhead(state, of: last) {
        stops[stops.count - 1] = state
      }
      return
    }
    guard !asksNothing(state) else { return }
    stops.append(state)
    guard stops.count > Presentation.most else { return }
    stops.removeFirst()
    position = position.map { max(0, $0 - 1) }
    count -= 1
  }

  /// - Parameter toChapter: to the nearest earlier start of a chapter.
  package mutating func back(toChapter: Bool = false) {
    if position == nil { count = stops.count }
    let current = position ?? stops.count - 1
    position = (toChapter ? chapters : Array(stops.indices)).last { $0 < current } ?? position
  }

  package mutating func forth(toChapter: Bool = false) {
    guard let current = position else { return }
    position = (toChapter ? chapters : Array(stops.indices)).first { $0 > current && $0 < count - 1 }
  }

  /// The stops at which the story's counter changes.
  private var chapters: [Int] {
    let numbers = stops.map { StopCaption($0).number }
    return numbers.indices.filter { numbers[$0] != nil && ($0 == 0 || numbers[$0 - 1] != numbers[$0]) }
  }

  package mutating func forget() { self = Presentation() }
  package mutating func backToThePresent() { position = nil }

  /// The state to draw: the present, or a past stop that is marked as such.
  package func seen(_ state: AppState) -> AppState {
    guard let position, stops.indices.contains(position) else { return state }
    var past = stops[position]
    var show = state[PresenterTool.self]
    (show.reached, show.isDead) = (past[PresenterTool.self].reached, past[PresenterTool.self].isDead)
    show.place = PresenterTool.Place(number: position + 1, count: count)
    past.tools[PresenterTool.self] = show
    past.preferences = state.preferences
    // Help and command palette also open over the past.
    (past.view.showsHelp, past.view.palette) = (state.view.showsHelp, state.view.palette)
    past.tools.look(backFrom: state.tools)
    past.settings.presenter = true
    return past
  }

  /// Whether a flow has just begun that has the metadata already: it continues at once, and its first step is no stop.
  private func asksNothing(_ state: AppState) -> Bool {
    guard let flow = state.visibleFlow, flow.step == .discovery, state.metadata != nil else { return false }
    return state[Stepping.self].heldMessage == nil && state.recentMessages.last?.flow?.id != flow.id
  }

  /// Whether only the tools have changed since the stop: the embedded server reports a response before the phone receives it.
  private func isAhead(_ state: AppState, of seen: AppState) -> Bool {
    guard state.visibleFlow != nil, state[Stepping.self].heldMessage == nil else { return false }
    var before = seen
    (before.tools, before.now) = (state.tools, state.now)
    return before == state
  }

  private func showsWhatWasDone(_ state: AppState) -> Bool {
    Announcement.shown(state).map { Announcement.all(state).contains($0) } ?? false
  }

  /// Two states with the same values belong to the same stop.
  private func stop(_ state: AppState) -> [AnyHashable] {
    let stepping = state[Stepping.self]
    let auth =
      switch state.auth {
      case .idle, .cancelled: 0
      case .authorizing: 1
      case .fetchingToken: 2
      case .authorized: 3
      case .failed: 4
      }
    return [
      auth, state.visibleFlow?.step, state.visibleFlow?.id, state.view.route, state.settings.device,
      // The number of the message that the flow is stopped before.
      stepping.heldMessage.map { _ in stepping.count }, state.registration != nil,
      state.banner?.error.code.rawValue,
      // What was done outside the flow, whatever panel is open now.
      Announcement.all(state),
    ]
  }
}
